/** Types for the used parts of Swagger UI, which ships none. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType, ReactNode } from 'react'

  interface SwaggerUiRequest {
    url: string
    [key: string]: unknown
  }
  type Part = ComponentType<Record<string, unknown> & { children?: ReactNode }>
  /** Replaces components of Swagger UI. */
  export type SwaggerUiPlugin = () => {
    wrapComponents: Record<string, (original: Part, system: { React: typeof import('react') }) => Part>
  }
  interface SwaggerUiOptions {
    domNode: HTMLElement
    url: string
    validatorUrl: null
    defaultModelsExpandDepth: number
    tryItOutEnabled: boolean
    displayRequestDuration: boolean
    syntaxHighlight: { activated: boolean }
    supportedSubmitMethods: string[]
    plugins: SwaggerUiPlugin[]
    requestInterceptor(request: SwaggerUiRequest): SwaggerUiRequest
    showMutatedRequest: boolean
    onComplete(): void
  }
  export default function SwaggerUi(options: SwaggerUiOptions): {
    preauthorizeBasic(scheme: string, user: string, password: string): void
  }
}
