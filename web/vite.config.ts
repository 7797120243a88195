import react from '@vitejs/plugin-react'
import { build } from 'esbuild'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { openApiDocument } from './developers/build.ts'
import { chunkGroups } from './chunkGroups.ts'
import { planOf } from './early/plan.ts'
import { serviceWorker } from './worker/build.ts'

/** Matches a first read as written in a `screens.ts`. */
const read = `\\{\\s*route: (?:'[^']*'|\\w+)(?:,\\s*query: '\\w+')?,?\\s*\\}`

/**
 * First reads are requested by the script in the page's head, for which the build collects them. The app itself only needs to
 * know whether there are any, so they are stripped from its bundle.
 */
const readsInHeadAlone = (): Plugin => ({
  name: 'touchline-reads-in-head-alone',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/\w+\/screens\.ts$/.test(id)) return undefined
    const lean = code
      .replace(new RegExp(`\\bfirst: ${read}`, 'g'), 'first: true')
      .replace(new RegExp(`\\bbeside: \\[\\s*(${read},?\\s*)+\\],`, 'g'), '')
    if (/\bbeside:|\bfirst: (?!true\b)/.test(lean)) throw new Error(`A first read of ${id} is written in another way.`)
    return { code: lean, map: null }
  },
})

/** In the built page: the entry script and its preloaded modules. */
const ofApp =
  /\s*<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?/g

/**
 * Inlines `early/start.ts` into the page's head, where it runs before anything is fetched, with the files and first reads of each
 * screen, so that they load in parallel with the first script. It also starts the app, whose script tags are removed from the
 * page. The site's content security policy allows the script by its hash.
 */
const earlyStart = (): Plugin => ({
  name: 'touchline-early-start',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const plan = planOf((file) => (bundle ? onlyFor(`/web/${file}.tsx`, bundle) : []))
      const app = bundle ? [...html.matchAll(ofApp)].map(([, address]) => address) : []
      const told = [plan, app].map((value) => JSON.stringify(value)).join(', ')
      const { outputFiles } = await build({
        stdin: {
          contents: `import { startEarly } from './start.ts'; startEarly(${told}, new Date())`,
          resolveDir: `${import.meta.dirname}/early`,
        },
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2023',
        write: false,
      })
      const script = outputFiles[0]?.text.trim() ?? ''
      // A function, since `$` is special in a replacement string.
      const left = bundle ? html.replace(ofApp, '') : html
      return left.replace('<!--start-->', () => `<script>${script}</script>`)
    },
  },
})

/**
 * Inlines the global style sheet and that of Today, whose snapshot is painted before any other file has loaded: so the first
 * paint waits for nothing else and stays the same. The content security policy allows them by their hash.
 */
const sheetInPage = (): Plugin => ({
  name: 'touchline-sheet-in-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sheetOf = (name: string) => {
        const sheet = bundle[name]
        if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}.`)
        return String(sheet.source).trim()
      }
      const todays = onlyFor('/web/today/TodayScreen.tsx', bundle).filter((file) => file.endsWith('.css'))
      const more = todays.map((file) => sheetOf(`assets/${file}`)).join('\n')
      return html.replace(
        /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
        (_, name: string) => `<style>${sheetOf(name)}\n${more}</style>`,
      )
    },
  },
})

/** Chunks that every page loads from the start. */
const inPage = /\/(index|rolldown-runtime|libraries|shell)-[^/]+$/

/** The files a screen needs beyond those that every page loads: its own, and those shared with other screens. */
function onlyFor(screen: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (wanted: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] =>
    wanted.flatMap((chunk) => [
      chunk,
      ...withImports(chunks.filter(({ fileName }) => chunk.imports.includes(fileName))),
    ])
  const always = new Set(withImports(chunks.filter(({ isEntry }) => isEntry)))
  const needed = new Set(withImports(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(screen))))
  return [...needed.difference(always)]
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    .map((file) => file.replace('assets/', ''))
}

const router = `${import.meta.dirname}/../node_modules/react-router/dist/production`
/**
 * Aliases that reduce the bundle. The router's default entry includes developer warnings; the shim that some libraries import for
 * older versions of React is now part of React.
 */
const leaner = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
]

export default defineConfig(({ command }) => {
  // In every build, including one started by a test run, use React's production files, which are half the size.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [react(), readsInHeadAlone(), earlyStart(), sheetInPage(), openApiDocument(), serviceWorker()],
    ...(command === 'build' && { resolve: { alias: leaner } }),
    build: {
      outDir: `${import.meta.dirname}/../.build/web`,
      emptyOutDir: true,
      // Browsers of 2024 and later, which have Promise.withResolvers, light-dark() and popovers.
      target: ['chrome125', 'edge125', 'firefox125', 'safari17.5'],
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => !inPage.test(`/${file}`)) : files,
      },
      // The sign-in library is 520 KB before compression, but only loaded on /login.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: chunkGroups() },
          // Short hashes: every page contains a list of all file names.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  }
})
