import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { contentSecurityPolicy } from '#infra/csp.ts'

const web = join(import.meta.dirname, '../../web')
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

/** Serves the catalogue of the kit's components, built as the product and with its policy. */
export async function serveCatalogue(): Promise<{ origin: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-kit-'))
  const previousEnv = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const result = await build({
    configFile: false,
    root: web,
    plugins: [react()],
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      target: 'chrome125',
      rolldownOptions: { input: join(web, 'kit/catalogue/main.tsx') },
    },
  }).finally(() => {
    process.env.NODE_ENV = previousEnv
  })
  const output = 'output' in result ? result.output : []
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('The catalogue was not built.')
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const withImports = (name: string): typeof chunks =>
    chunks.filter(({ fileName }) => fileName === name).flatMap((file) => [file, ...file.imports.flatMap(withImports)])
  const sheets = new Set(withImports(entry.fileName).flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]))
  const html = `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Kit</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${[...sheets].map((sheet) => `<link rel="stylesheet" href="/${sheet}">`).join('')}
    </head><body><div id="root"></div><script type="module" src="/${entry.fileName}"></script></body></html>`
  const policy = contentSecurityPolicy({ html, region: 'us-east-1', cards: 'https://fields.example', secure: false })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://kit').pathname
    const type = types[extname(path)]
    try {
      const body = type ? readFileSync(join(folder, path)) : html
      response.writeHead(200, { 'content-type': type ?? 'text/html', 'content-security-policy': policy }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
