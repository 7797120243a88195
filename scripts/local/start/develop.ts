import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { bundleFunctions } from '#infra/bundle.ts'
import { ownFunctions } from '../services/lambda/ownFunctions.ts'
import type { Cloud } from '../cloud.ts'
import type { HttpRequest, HttpResponse } from '../http.ts'
import type { DevelopedWeb } from '../services/distribution/site.ts'
import { buildPaths } from './build.ts'
import { synthesize } from './synthesize.ts'

/** What development adds to a start: it serves the web, and watches the sources once the cloud runs. */
export type Development = { web: DevelopedWeb; watch(cloud: Cloud): void; close(): Promise<void> }

/**
 * Serves the web from its sources with hot reload, rebuilds the functions when their sources change, and synthesizes
 * the app again when infra/ or the contract does. `log` receives one line for each.
 */
export async function develop(root: string, log: (line: string) => void): Promise<Development> {
  const server = createHttpServer()
  const vite = await createVite({
    configFile: join(root, 'web/vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    logLevel: 'warn',
  })
  server.on('request', vite.middlewares)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    web: {
      owns: (path) => path.startsWith('/@') || path.startsWith('/node_modules/') || isSource(root, path),
      answer: (request) => requestFrom(address, request),
      headers: withRelaxedPolicy,
      upgrade: (request, socket, head) => void server.emit('upgrade', request, socket, head),
    },
    watch: (cloud) => watchFiles(vite, cloud, root, log),
    async close() {
      await vite.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Whether a path is a source file of the web, even if it looks like an API path: `/api/request.ts` is part of `web/api`. */
const isSource = (root: string, path: string): boolean =>
  /\.(tsx?|css|json)$/.test(path) && existsSync(join(root, 'web', path))

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

async function requestFrom(
  address: string,
  { method, path, query, headers, body }: HttpRequest,
): Promise<HttpResponse> {
  const { host: _, connection: __, 'accept-encoding': ___, ...sentHeaders } = headers
  const answer = await fetch(`${address}${path}${query && `?${query}`}`, {
    method,
    headers: sentHeaders,
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  const answered = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name))
  return { status: answer.status, headers: Object.fromEntries(answered), body: Buffer.from(await answer.arrayBuffer()) }
}

/** Vite inserts inline scripts and styles into the page, which the policy of the built page forbids. */
function withRelaxedPolicy(headers: HttpResponse['headers']): HttpResponse['headers'] {
  const policy = headers['content-security-policy']
  if (typeof policy !== 'string') return headers
  const relaxedPolicy = policy
    .replaceAll(/ 'sha256-[^']+'/g, '')
    .replace(/(script-src|style-src) (?!.*'unsafe-inline')'self'/g, "$1 'self' 'unsafe-inline'")
  return { ...headers, 'content-security-policy': relaxedPolicy }
}

function watchFiles(vite: ViteDevServer, cloud: Cloud, root: string, log: (line: string) => void): void {
  const { assemblyDir, doneFile } = buildPaths(true)
  let bundles = bundlesOf(cloud, root)
  let changedFiles = new Set<string>()
  let pendingWork = Promise.resolve()

  const rebuild = async (): Promise<void> => {
    const [first = '', ...otherFiles] = changedFiles
    if (!first) return
    const changesApp = [...changedFiles].some((file) => /^(infra|shared\/api)\//.test(file))
    changedFiles = new Set()
    const summary = otherFiles.length > 0 ? `${first} and ${otherFiles.length} more` : first
    // The folder's content will no longer be what was synthesized.
    rmSync(join(root, doneFile), { force: true })
    try {
      if (changesApp) {
        await synthesize(join(root, assemblyDir))
        await cloud.reload(join(root, assemblyDir))
        bundles = bundlesOf(cloud, root)
        log(`${summary} changed: the app was synthesized again.`)
      } else {
        await bundleFunctions()
        const renewed = bundles.filter(({ built, deployed }) => !readFileSync(built).equals(readFileSync(deployed)))
        for (const { name, built, deployed } of renewed) {
          // Including lazily loaded chunks, which are named by their content.
          cpSync(dirname(built), dirname(deployed), { recursive: true })
          cloud.reloadFunctions(name)
        }
        log(`${summary} changed: ${renewed.length} of ${bundles.length} functions were rebuilt.`)
      }
    } catch (error) {
      log(
        `${summary} changed, but the previous version is still running: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  vite.watcher.add(['functions', 'infra', 'shared'].map((room) => join(root, room)))
  vite.watcher.on('all', (event, path) => {
    const file = relative(root, path).replaceAll('\\', '/')
    if (event.endsWith('Dir') || !/^(functions|infra|shared)\//.test(file)) return
    changedFiles.add(file)
    // Editors save several files at once, and a file in several steps.
    setTimeout(() => {
      pendingWork = pendingWork.then(rebuild)
    }, 50)
  })
}

type Bundle = { name: string; built: string; deployed: string }

/** The bundle that each function was deployed from: right after synthesis the files are identical. */
function bundlesOf({ assembly }: Cloud, root: string): Bundle[] {
  const folder = join(root, '.build/functions')
  const bundleFiles = readdirSync(folder).map((name) => join(folder, name, 'index.mjs'))
  return ownFunctions(assembly).flatMap((lambda) => {
    const { S3Key } = assembly.resolve<{ S3Key: string }>(lambda.stack, lambda.properties.Code)
    const deployed = join(assembly.assetPath(lambda.stack, S3Key), 'index.mjs')
    const source = bundleFiles.find((file) => readFileSync(file).equals(readFileSync(deployed)))
    return source ? [{ name: assembly.physicalId(lambda), built: source, deployed }] : []
  })
}
