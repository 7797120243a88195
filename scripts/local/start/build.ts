import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../startError.ts'
import { isAlive } from './lock.ts'
import { synthesize } from './synthesize.ts'
import { runIfChanged } from './runIfChanged.ts'

type Build = {
  root: string
  /** Receives one line for each slow step. */
  log: (line: string) => void
  /** For development: a separate assembly, and any existing build of the web. */
  develop?: boolean
  signal?: AbortSignal
}

// The service worker knows which paths do not belong to the web; the OpenAPI contract is published beside the pages.
const WEB = ['web', 'shared', 'infra/prefixes.ts', 'functions/registry.ts', 'scripts/openapi.ts', 'package-lock.json']
const APP = ['infra', 'shared', 'functions', 'cdk.json', 'package-lock.json']

/** Builds the web and synthesizes the app, each only when its sources have changed. Returns the assembly's folder. */
export async function build({ root, log, develop = false, signal }: Build): Promise<string> {
  const buildFolder = join(root, '.build')
  const { assemblyDir, doneFile } = buildPaths(develop)
  return withLock(join(root, buildLock), async () => {
    // In development the web is served from its sources; the app only requires that a build exists.
    const isWebBuilt = develop && existsSync(join(buildFolder, 'web/index.html'))
    if (!isWebBuilt)
      await runIfChanged({ root, file: join(buildFolder, 'web.done'), from: WEB, to: '.build/web' }, async () => {
        log('Building the web.')
        await runVite(root, signal)
      })
    const app = {
      root,
      file: join(root, doneFile),
      from: [...APP, '.build/web'],
      to: `${assemblyDir}/manifest.json`,
    }
    await runIfChanged(app, async () => {
      log('Bundling the functions and synthesizing the app.')
      rmSync(join(root, assemblyDir), { recursive: true, force: true })
      await synthesize(join(root, assemblyDir))
    })
    return join(root, assemblyDir)
  })
}

/** The assembly's folder, and the file with the fingerprint of its sources; both relative to the root. */
export const buildPaths = (develop: boolean): { assemblyDir: string; doneFile: string } =>
  develop
    ? { assemblyDir: 'cdk.out/develop', doneFile: '.build/develop.done' }
    : { assemblyDir: 'cdk.out/local', doneFile: '.build/local.done' }

/** The same as `npm run build`. */
async function runVite(root: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--config', 'web/vite.config.ts'], {
    cwd: root,
    ...(signal && { signal }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new StartError(`The web could not be built.\n${output.trim()}`)
}

/** The lock file of a build; relative to the root. */
export const buildLock = '.build/building'

/** Runs `build` while holding this lock file, once no other process of this checkout holds it. */
export async function withLock<T>(file: string, build: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  while (!tryLock(file)) await new Promise((resolve) => setTimeout(resolve, 200))
  try {
    return await build()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isStaleLock(file)) rmSync(file, { force: true })
    return false
  }
}

/**
 * Whether the building process was killed. No build takes ten minutes, so after that a process with the same id does
 * not count.
 */
function isStaleLock(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return false
  const age = Date.now() - stats.mtimeMs
  const pid = Number(readFileSync(file, 'utf8'))
  // Between creating and writing the file, it contains no id.
  return age > 600_000 || (age > 1_000 && !isAlive(pid))
}
