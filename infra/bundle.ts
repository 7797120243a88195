import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { registry } from './registry.ts'

export const root = join(import.meta.dirname, '..')
/** Where `npm run build` and the bundling put what is deployed: `functions/` and `web/`. */
export const buildFolder = join(root, '.build')

/** Every function and the file it starts in. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(registry).map(([name, { entry }]) => [name, entry]),
)

/** A part of the SDK that it imports only when it is needed, and that never is: no call of ours is a stream of events. */
const neverNeeded = ['@smithy/core/event-streams']

/**
 * Parts of the SDK that it imports in any case, each with what stands in for it: no client of ours discovers its endpoints,
 * Node reckons SHA-256 by itself, Lambda hands credentials over in the environment, and has no files with settings. Leaving
 * them out halves what a cold start reads.
 */
const neverUsed: Record<string, string> = {
  '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js': 'export class EndpointCache {}',
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': 'export class Sha256Js {}',
  '@aws-sdk/credential-provider-node/dist-es/index.js':
    "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js':
    "export const CONFIG_PREFIX_SEPARATOR = '.'\n" +
    'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })',
}
const withoutNeverUsed: Plugin = {
  name: 'without what is never used',
  setup({ onLoad }) {
    for (const [path, contents] of Object.entries(neverUsed))
      onLoad({ filter: new RegExp(`node_modules/${path.replaceAll('.', String.raw`\.`)}$`) }, () => ({
        contents,
        resolveDir: root,
      }))
  },
}

/**
 * Bundles functions into `<outdir>/<name>/index.mjs`, all of them in one call of esbuild.
 * @param areas names of `entries`; all of them if left out
 */
export async function bundleFunctions({
  outdir = join(buildFolder, 'functions'),
  areas: names = Object.keys(entries),
}: {
  outdir?: string
  areas?: readonly string[]
} = {}): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => {
      const entry = entries[name]
      if (!entry) throw new Error(`There is no function "${name}": choose from ${Object.keys(entries).join(', ')}.`)
      return { in: entry, out: `${name}/index` }
    }),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // ES modules shake; the SDK's CommonJS does not.
    mainFields: ['module', 'main'],
    external: neverNeeded,
    plugins: [withoutNeverUsed],
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    // CommonJS packages inside an ES module still call require().
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  })
}
