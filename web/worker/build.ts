import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin, Rolldown } from 'vite'
import { mediaFolders } from '#functions/registry.ts'
import { prefixesOf } from '#infra/prefixes.ts'
import { routes } from '#shared/api/index.ts'

/** Code for signing in and changing passwords, which needs a connection anyway: more than a third of all script. */
const notPrecached = /\/web\/session\/(LoginScreen\.tsx|passwordStrength\.ts|authenticator\.\w+\.json)$/

/** Paths that do not belong to the web app, including those of the local cloud. */
const nonPagePatterns = [
  ...prefixesOf(routes.map(({ key }) => key)),
  ...mediaFolders.map((folder) => `/${folder}/*`),
  '/_local/*',
]

/** In development, replaces a worker that an earlier run at this address has left, and unregisters itself. */
const unregisterScript = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(registration.unregister().then(() => clients.matchAll()).then(
  (pages) => Promise.all(pages.map((page) => page.navigate(page.url))))))
`

/** Bundles `worker.ts` to /sw.js with a precache list of this build's files. */
export const serviceWorker = (): Plugin => ({
  name: 'touchline-service-worker',
  configureServer({ middlewares }) {
    middlewares.use('/sw.js', (_, response) =>
      response.setHeader('content-type', 'text/javascript').end(unregisterScript),
    )
  },
  async writeBundle({ dir = '' }, bundle) {
    await build({
      entryPoints: [join(import.meta.dirname, 'worker.ts')],
      outfile: join(dir, 'sw.js'),
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2023',
      legalComments: 'none',
      define: {
        // Workbox logs a lot in development mode.
        'process.env.NODE_ENV': '"production"',
        FILES: JSON.stringify([...hashedFiles(bundle), ...namedFiles(bundle)]),
        ELSEWHERE: JSON.stringify(nonPagePatterns),
      },
    })
  },
})

/** The scripts and style sheets of all screens; their file names contain content hashes. */
function hashedFiles(bundle: Rolldown.OutputBundle) {
  const fileNames = new Set<string>()
  const addChunk = (fileName: string) => {
    const file = bundle[fileName]
    if (fileNames.has(fileName) || file?.type !== 'chunk' || notPrecached.test(file.facadeModuleId ?? '')) return
    fileNames.add(fileName)
    for (const each of [...file.imports, ...file.dynamicImports]) addChunk(each)
    for (const each of file.viteMetadata?.importedCss ?? []) fileNames.add(each)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) addChunk(file.fileName)
  return [...fileNames].toSorted().map((fileName) => ({ url: `/${fileName}`, revision: null }))
}

/** The page and the files in `public` (icons, manifest), with a content hash as their revision. */
export function namedFiles(bundle: Rolldown.OutputBundle) {
  const page = bundle['index.html']
  if (page?.type !== 'asset') throw new Error('The build has no index.html.')
  const folder = join(import.meta.dirname, '../public')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  const revision = (contents: string | Uint8Array) => createHash('sha256').update(contents).digest('hex').slice(0, 16)
  return [
    { url: '/index.html', revision: revision(page.source) },
    ...names.toSorted().map((name) => ({
      url: `/${name.replaceAll('\\', '/')}`,
      revision: revision(readFileSync(join(folder, name))),
    })),
  ]
}
