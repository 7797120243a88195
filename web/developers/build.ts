import type { Plugin } from 'vite'
import { openapi } from '#scripts/openapi.ts'

/** Puts the contract as OpenAPI 3.1 beside the pages, at /openapi.json: what the page for developers reads, and their tools. */
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
