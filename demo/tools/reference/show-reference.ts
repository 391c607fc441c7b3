import SwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import type { SiteConfig } from '../../server/site-config.ts'
import { accessibleParts } from './accessible-parts.ts'
import { type ApiName, documentUrl, tryUrl } from './apis.ts'

/**
 * Shows a document in Swagger UI, without requests to other hosts: the document comes from sandbox or BFF, there is no validator,
 * and a request of “Try it out” goes to the same two.
 *
 * @param place the container element
 */
export function showReference(place: HTMLElement, api: ApiName, config: SiteConfig): void {
  const viewer = SwaggerUi({
    domNode: place,
    url: documentUrl(api, config),
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    syntaxHighlight: { activated: false },
    supportedSubmitMethods: ['get', 'post'],
    plugins: [accessibleParts],
    requestInterceptor: (request) => ({ ...request, url: tryUrl(request.url, config) }),
    // Shows the request as a client would send it, not the URL of the demo's server.
    showMutatedRequest: false,
    onComplete: () => {
      const [id = '', secret = ''] = config.sandboxKey.split(':')
      if (api === 'action' || api.startsWith('civic')) viewer.preauthorizeBasic('key', id, secret)
    },
  })
}
