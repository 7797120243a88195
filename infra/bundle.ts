import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { stripeResources } from '#functions/providers/stripeResources.ts'
import { registry } from './registry.ts'

export const root = join(import.meta.dirname, '..')
/** The output folder of `npm run build` and the bundling, with `functions/` and `web/`. */
export const buildFolder = join(root, '.build')

/** All functions with their entry files. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(registry).map(([name, { entry }]) => [name, entry]),
)

/** A part of the SDK that is imported lazily and never needed: no call uses an event stream. */
const unusedModules = ['@smithy/core/event-streams']

/**
 * Parts of packages that they import in any case, each with what stands in for it: no client of ours discovers its endpoints, Node reckons
 * SHA-256 by itself, Lambda hands credentials and region over in the environment, and has no files with settings. The table and the user
 * pool are asked at the address of their region, with no dual stacks and FIPS; of all partitions the product lives in AWS's own; no request
 * is signed as a stream of events; a function does one call at a time, whose trace stands in the environment; retries follow the standard
 * mode, which limits no rate; no client is given a logger, tells which of its features it uses or what it runs on, which is no old Node, or
 * sends a file that it would have to look for. Leaving them out halves what a cold start reads. Of Stripe's package we take no short
 * notices, and ask by `fetch`: an import of `http` loads all that Node's `fetch` is made of before anybody asks, a fifth of such a
 * function's start.
 */
const replacements: Record<string, string> = {
  '@aws-sdk/middleware-endpoint-discovery/dist-es/index.js':
    'export const resolveEndpointDiscoveryConfig = (config) => config, NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = ' +
    '{ environmentVariableSelector() {}, configFileSelector() {}, default: false }, getEndpointDiscoveryPlugin = () => ' +
    '({ applyToStack() {} })',
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': 'export class Sha256Js {}',
  '@aws-sdk/credential-provider-node/dist-es/index.js':
    "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js':
    "export const CONFIG_PREFIX_SEPARATOR = '.'\n" +
    'export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })',
  ...Object.fromEntries(
    [
      ['dynamodb', 'dynamodb'],
      ['cognito-identity-provider', 'cognito-idp'],
    ].map(([client, service]) => [
      `@aws-sdk/client-${client}/dist-es/endpoint/endpointResolver.js`,
      `export const defaultEndpointResolver = ({ Endpoint, Region }) => (` +
        `{ url: new URL(Endpoint ?? 'https://${service}.' + Region + '.amazonaws.com'), properties: {}, headers: {} })`,
    ]),
  ),
  '@aws/lambda-invoke-store/dist-es/invoke-store.js':
    'export const InvokeStore = { getInstanceAsync: async () => undefined }',
  '@aws-sdk/core/dist-es/submodules/client/util-endpoints/lib/aws/partitions.js':
    "export const partitionsInfo = { partitions: [{ id: 'aws', regionRegex: '', regions: {}, outputs: { name: 'aws', " +
    "dnsSuffix: 'amazonaws.com', dualStackDnsSuffix: 'api.aws', implicitGlobalRegion: 'us-east-1', " +
    'supportsDualStack: true, supportsFIPS: true } }] }',
  'stripe/esm/StripeEventNotificationHandler.js': 'export class StripeEventNotificationHandler {}',
  'stripe/esm/net/NodeHttpClient.js': 'export class NodeHttpClient {}',
  '@smithy/signature-v4/dist-es/HeaderFormatter.js': 'export class HeaderFormatter {}',
  '@smithy/core/dist-es/submodules/retry/util-retry/DefaultRateLimiter.js': 'export class DefaultRateLimiter {}',
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js': 'export class AdaptiveRetryStrategy {}',
  '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js':
    'export const loggerMiddleware = () => (next) => next, loggerMiddlewareOptions = {}, ' +
    'getLoggerPlugin = () => ({ applyToStack() {} })',
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/check-features.js':
    'export const checkFeatures = async () => undefined',
  '@aws-sdk/core/dist-es/submodules/client/util-user-agent-node/defaultUserAgent.js':
    'export const crtAvailability = { isCrtAvailable: false }, createDefaultUserAgentProvider = ' +
    '({ serviceId, clientVersion }) => async () => ' +
    "[['aws-sdk-js', clientVersion], ...(serviceId ? [['api/' + serviceId, clientVersion]] : [])], " +
    'defaultUserAgent = createDefaultUserAgentProvider',
  '@smithy/core/dist-es/submodules/serde/util-body-length/calculateBodyLength.js':
    "export const calculateBodyLength = (body) => { if (!body) return 0\nif (typeof body === 'string') " +
    'return Buffer.byteLength(body)\nconst length = body.byteLength ?? body.size\n' +
    "if (typeof length !== 'number') throw new Error('Its length is not known.')\nreturn length }",
  '@aws-sdk/core/dist-es/submodules/client/emitWarningIfUnsupportedVersion.js':
    'export const state = { warningEmitted: true }, emitWarningIfUnsupportedVersion = () => undefined',
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js':
    'export const getInstanceMetadataRegion = async () => undefined',
}

/**
 * DynamoDB's errors for operations that are never called: backups, exports, imports, replicas, and the creation and
 * change of tables.
 */
const unusedErrors =
  /^(Backup|ContinuousBackups|DuplicateItem|Export|GlobalTable|Import|Index|InvalidExport|InvalidRestore|LimitExceeded|PointInTime|Policy|Replica|ResourceInUse|TableA|TableI|TableN)/
const withoutUnusedErrors = (source: string): string =>
  source
    .replaceAll(/^export class (\w+) extends [\s\S]*?^}\n/gm, (whole, name: string) =>
      unusedErrors.test(name) ? '' : whole,
    )
    .replaceAll(
      /^export var (\w+)\$ = \[-3,[\s\S]*?^n0_registry\.registerError\(\1\$, \1\);\n/gm,
      (whole, name: string) => (unusedErrors.test(name) ? '' : whole),
    )
    .replaceAll(/^import \{(.*)\} from "\.\.\/models\/errors";$/gm, (_, names: string) => {
      const usedNames = names.split(',').filter((name) => !unusedErrors.test(name.trim()))
      return `import {${usedNames.join(',')}} from "../models/errors";`
    })

/** Of Stripe's package what we ask; in the place of everything else that its client has is a class with nothing in it. */
const partsOfStripe = new Set(['OAuth', ...stripeResources.map((name) => name[0]?.toUpperCase() + name.slice(1))])
const partOfStripe = /node_modules\/stripe\/esm\/resources\/(\w+)(?:\/index)?\.js$/
const emptyClasses = (source: string): string =>
  [...source.matchAll(/^export class (\w+)/gm)].map(([, name]) => `export class ${name} {}`).join('\n')

/** Removes what routes do and refuse: both are for readers of the contract, and no function uses them. */
const withoutDescriptions = (source: string): string =>
  source.replaceAll(/\bdoes:\s*'(?:[^'\\]|\\.)*',?|\brefuses:\s*(?:\w+|\[(?:[^[\]]|\[[^\]]*\])*\]),?/g, '')

const trimPlugin: Plugin = {
  name: 'without what is never used',
  setup({ onLoad }) {
    // A client only reads its version from its package.json.
    onLoad({ filter: /node_modules\/@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
    onLoad({ filter: /client-dynamodb\/dist-es\/(models\/errors|schemas\/schemas_0)\.js$/ }, ({ path }) => ({
      contents: withoutUnusedErrors(readFileSync(path, 'utf8')),
      resolveDir: dirname(path),
    }))
    onLoad({ filter: /\/shared\/api\/.*\.ts$/ }, ({ path }) => ({
      contents: withoutDescriptions(readFileSync(path, 'utf8')),
      loader: 'ts',
      resolveDir: dirname(path),
    }))
    // Replaces the index of all Stripe resources; the client imports the ones that are kept.
    onLoad({ filter: /node_modules\/stripe\/esm\/resources\.js$/ }, ({ path }) => ({
      contents: "export { OAuthResource } from './resources/OAuth.js'",
      resolveDir: dirname(path),
    }))
    onLoad({ filter: partOfStripe }, ({ path }) =>
      partsOfStripe.has(partOfStripe.exec(path)?.[1] ?? '')
        ? undefined
        : { contents: emptyClasses(readFileSync(path, 'utf8')) },
    )
    for (const [path, contents] of Object.entries(replacements))
      onLoad({ filter: new RegExp(`node_modules/${path.replaceAll('.', String.raw`\.`)}$`) }, () => ({
        contents,
        resolveDir: root,
      }))
  },
}

/**
 * Bundles functions into `<outdir>/<name>/index.mjs`, all of them in one call of esbuild; one with `codeSplitting` in a call of its
 * own, with its chunks beside its index.
 * @param areas names of `entries`; all of them if left out
 */
export async function bundleFunctions({
  outdir = join(buildFolder, 'functions'),
  areas: names = Object.keys(entries),
}: {
  outdir?: string
  areas?: readonly string[]
} = {}): Promise<void> {
  for (const name of names)
    if (!entries[name])
      throw new Error(`There is no function "${name}": choose from ${Object.keys(entries).join(', ')}.`)
  const split = names.filter((name) => registry[name]?.codeSplitting)
  const unsplit = names.filter((name) => !split.includes(name))
  // The names of chunks contain a hash: those of an earlier build would stay.
  for (const name of split) rmSync(join(outdir, name), { recursive: true, force: true })
  await Promise.all([
    build({ ...buildOptions, outdir, entryPoints: unsplit.map((name) => entryOf(name, `${name}/index`)) }),
    ...split.map((name) =>
      build({ ...buildOptions, outdir: join(outdir, name), entryPoints: [entryOf(name, 'index')], splitting: true }),
    ),
  ])
  for (const name of names)
    for (const file of registry[name]?.nodeModules ?? [])
      cpSync(join(root, 'node_modules', file), join(outdir, name, 'node_modules', file))
}

const entryOf = (name: string, out: string) => ({ in: entries[name] ?? '', out })

const buildOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // ES modules can be tree-shaken; the SDK's CommonJS cannot.
  mainFields: ['module', 'main'],
  external: unusedModules,
  plugins: [trimPlugin],
  minify: true,
  sourcemap: 'external',
  sourcesContent: false,
  // CommonJS packages inside an ES module still call require().
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  logLevel: 'warning',
} as const satisfies BuildOptions

/** The files that Node loads at a cold start: the index and its static imports. */
export function filesLoadedAtStart(
  folder: string,
  file = 'index.mjs',
  loadedFiles = new Set<string>(),
): ReadonlySet<string> {
  if (loadedFiles.has(file)) return loadedFiles
  loadedFiles.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, part = ''] of text.matchAll(/(?:\bfrom|\bimport)"\.\/([\w-]+\.mjs)"/g))
    filesLoadedAtStart(folder, part, loadedFiles)
  return loadedFiles
}
