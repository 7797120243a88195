import react from '@vitejs/plugin-react'
import { build } from 'esbuild'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { openApiDocument } from './developers/build.ts'
import { chunkGroups } from './chunkGroups.ts'
import { createPlan } from './early/plan.ts'
import { serviceWorker } from './worker/build.ts'

/** Matches a first read as written in a `screens.ts`. */
const firstRead = `\\{\\s*route: (?:'[^']*'|\\w+)(?:,\\s*query: '\\w+')?,?\\s*\\}`

/**
 * First reads are requested by the script in the page's head, for which the build collects them. The app itself only needs to
 * know whether there are any, so they are stripped from its bundle, as are the screens' names in the specification.
 */
const stripRecords = (): Plugin => ({
  name: 'touchline-reads-in-head-alone',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/\w+\/screens\.ts$/.test(id)) return undefined
    const stripped = code
      .replace(new RegExp(`\\bfirst: ${firstRead}`, 'g'), 'first: true')
      .replace(new RegExp(`\\bbeside: \\[\\s*(${firstRead},?\\s*)+\\],`, 'g'), '')
      .replace(/\bname: '[^']*',/g, '')
    if (/\bbeside:|\bfirst: (?!true\b)/.test(stripped))
      throw new Error(`A first read of ${id} is written in another way.`)
    return { code: stripped, map: null }
  },
})

/**
 * Lets the bundler drop what is unused of the router. It keeps components made by a call and named by an assignment, since either
 * could have an effect.
 */
const dropUnusedRouter = (): Plugin => ({
  name: 'touchline-router-without-effects',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/react-router/dist/production/')) return undefined
    const pure = code
      .replace(/(?<=^var \w+ = )(?=\w+\.(forwardRef|memo|createContext)\()/gm, '/* @__PURE__ */ ')
      .replace(/^\w+\.displayName = .*/gm, '')
    return { code: pure, map: null }
  },
})

/** In the built page: the entry script and its preloaded modules. */
const appScriptTags =
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
      const inlined = bundle ? todaySheets(bundle) : []
      const plan = createPlan((file) =>
        bundle ? filesOnlyFor(`/web/${file}.tsx`, bundle).filter((each) => !inlined.includes(each)) : [],
      )
      const app = bundle ? [...html.matchAll(appScriptTags)].map(([, address]) => address) : []
      const startArguments = [plan, app].map((value) => JSON.stringify(value)).join(', ')
      const { outputFiles } = await build({
        stdin: {
          contents: `import { startEarly } from './start.ts'; startEarly(${startArguments}, new Date())`,
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
      const page = bundle ? html.replace(appScriptTags, '') : html
      return page.replace('<!--start-->', () => `<script>${script}</script>`)
    },
  },
})

/**
 * Inlines the global style sheet and those of Today, whose snapshot is painted before any other file has loaded: so the first
 * paint waits for nothing else and stays the same. The content security policy allows them by their hash. A disabled link to each
 * keeps the app from loading it again with the first part that needs it, after the sheets of screens, which are to override it.
 */
const inlineSheets = (): Plugin => ({
  name: 'touchline-sheet-in-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sheetOf = (name: string) => {
        const sheet = bundle[name]
        if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}.`)
        return String(sheet.source).trim()
      }
      return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, name: string) => {
        const names = [name, ...todaySheets(bundle).map((file) => `assets/${file}`)]
        const links = names.map((each) => `<link rel="stylesheet" href="/${each}" disabled>`)
        return `<style>${names.map(sheetOf).join('\n')}</style>${links.join('')}`
      })
    },
  },
})

/** The style sheets of Today, each after those that it builds on. */
const todaySheets = (bundle: Rolldown.OutputBundle) =>
  filesOnlyFor('/web/today/TodayScreen.tsx', bundle).filter((file) => file.endsWith('.css'))

/** Chunks that every page loads from the start. */
const startChunks = /\/(index|rolldown-runtime|libraries|shell)-[^/]+$/

/**
 * The files a screen needs beyond those that every page loads: its own, and those shared with other screens, which come before it.
 */
function filesOnlyFor(screen: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (entryChunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] =>
    entryChunks.flatMap((chunk) => [
      ...withImports(chunks.filter(({ fileName }) => chunk.imports.includes(fileName))),
      chunk,
    ])
  const commonChunks = new Set(withImports(chunks.filter(({ isEntry }) => isEntry)))
  const neededChunks = new Set(withImports(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(screen))))
  return [...neededChunks.difference(commonChunks)]
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    .map((file) => file.replace('assets/', ''))
}

const router = `${import.meta.dirname}/../node_modules/react-router/dist/production`
/**
 * Aliases that reduce the bundle. The router's default entry includes developer warnings; the shim that some libraries import for
 * older versions of React is now part of React.
 */
const aliases = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
]

export default defineConfig(({ command }) => {
  // In every build, including one started by a test run, use React's production files, which are half the size.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      stripRecords(),
      dropUnusedRouter(),
      earlyStart(),
      inlineSheets(),
      openApiDocument(),
      serviceWorker(),
    ],
    ...(command === 'build' && { resolve: { alias: aliases } }),
    build: {
      outDir: `${import.meta.dirname}/../.build/web`,
      emptyOutDir: true,
      // Browsers of 2024 and later, which have Promise.withResolvers, light-dark() and popovers.
      target: ['chrome125', 'edge125', 'firefox125', 'safari17.5'],
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => !startChunks.test(`/${file}`)) : files,
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
