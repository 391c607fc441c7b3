/** An operator's code, as the documentation shows it: must type-check against the packed package. */
import { createServer } from 'node:http'
import {
  type Bff,
  type BffOptions,
  ConfigurationError,
  createBff,
  optionsFromEnvironment,
} from 'voter-registration-server/bff'
import { bffPaths, type RegistrationRequest } from 'voter-registration-server/contract'
import { hostedPage } from 'voter-registration-server/hosted'
import { routeHandlers } from 'voter-registration-server/next'
import { createNodeListener, scriptFiles, serve } from 'voter-registration-server/node'

export const options: BffOptions = {
  upstreamUrl: 'http://127.0.0.1:8788',
  apiKeyId: '00000000-0000-4000-8000-000000000001',
  apiKeySecret: 'sandbox-secret',
  allowedOrigins: ['https://partner.example'],
}

// @ts-expect-error the key is required.
export const wrong: BffOptions = { upstreamUrl: 'http://127.0.0.1:8788', allowedOrigins: [] }

/** The BFF as a request handler, as a worker would use it. */
export async function answer(request: Request): Promise<Response> {
  try {
    const bff: Bff = createBff(options)
    return await bff.fetch(request)
  } catch (error) {
    return new Response(error instanceof ConfigurationError ? error.message : null, { status: 500 })
  }
}

export const server = () =>
  serve({ ...optionsFromEnvironment(process.env), port: 8787 }, { page: hostedPage(), scripts: scriptFiles() })
export const { GET, POST, OPTIONS } = routeHandlers({ basePath: '/api' })
export const inAnother = () => createServer(createNodeListener(createBff(options)))

export const request: Pick<RegistrationRequest, 'zipcode'> = { zipcode: '02108' }
export const path: string = bffPaths.settings
