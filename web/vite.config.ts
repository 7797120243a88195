import react from '@vitejs/plugin-react'
import { build } from 'esbuild'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { openApiDocument } from './developers/build.ts'
import { chunkGroups } from './chunkGroups.ts'
import { planOf } from './early/plan.ts'
import { serviceWorker } from './worker/build.ts'

/** How `screens.ts` writes a first read. */
const read = `\\{\\s*route: (?:'[^']*'|\\w+)(?:,\\s*query: '\\w+')?,?\\s*\\}`

/**
 * What a screen reads first is asked by the script in the page's head, which the build tells of it; the app itself goes by whether there
 * is something alone, so it is left out of what everybody loads.
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

/** In the built page: the script that begins the app, and those that it needs from the start. */
const ofApp =
  /\s*<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?/g

/**
 * Puts `early/start.ts` as text into the page's head, where it runs before anything is fetched, and tells it the files of
 * each screen, so that they come beside the first script and not after it, and what it reads first. It also begins the app, whose scripts
 * the page leaves to it. The policy of the site allows the text by its hash.
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
      // A function, since `$` in a replacement text would be read as a pattern.
      const left = bundle ? html.replace(ofApp, '') : html
      return left.replace('<!--start-->', () => `<script>${script}</script>`)
    },
  },
})

/**
 * Puts the sheet that every page needs into the page itself, and those of Today, whose picture is painted before any other file is there:
 * so the first paint waits for nothing else, and is as it stays. The policy of the site allows them by their hash.
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

/** What the page itself brings along or asks for. */
const inPage = /\/(index|rolldown-runtime|libraries|shell)-[^/]+$/

/** The files that a screen needs beyond those that every page loads: its own, and what it shares with other screens. */
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
 * What comes leaner by another address. By its own table of files the router brings its warnings for developers; what some
 * libraries import for older versions of React has been React's own since.
 */
const leaner = [
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
]

export default defineConfig(({ command }) => {
  // Whoever starts the build, a test run included: people get React's production files, which are half the size.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    plugins: [react(), readsInHeadAlone(), earlyStart(), sheetInPage(), openApiDocument(), serviceWorker()],
    ...(command === 'build' && { resolve: { alias: leaner } }),
    build: {
      outDir: `${import.meta.dirname}/../.build/web`,
      emptyOutDir: true,
      // What has Promise.withResolvers, light-dark() and popovers: browsers of 2024 and later.
      target: ['chrome125', 'edge125', 'firefox125', 'safari17.5'],
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'js' ? files.filter((file) => !inPage.test(`/${file}`)) : files,
      },
      // The library's sign-in form is 520 KB before compression, on the way to /login only.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: chunkGroups() },
          // Every page has a list of all their names.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:6][extname]',
        },
      },
    },
  }
})
