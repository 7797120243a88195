import type { Plugin } from 'vite'
import { openapi } from '#scripts/openapi.ts'

/** Vite plugin: serves the contract as OpenAPI 3.1 at /openapi.json, for the developers' page and for their tools. */
export const openApiDocument = (): Plugin => ({
  name: 'touchline-openapi',
  configureServer({ middlewares }) {
    middlewares.use('/openapi.json', (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(openapi())),
    )
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(openapi()) })
  },
})
