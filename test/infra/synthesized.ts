import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudAssembly } from 'aws-cdk-lib/cx-api'
import { afterAll, inject } from 'vitest'
import { cdkApp } from '#infra/app.ts'
import { entries } from '#infra/bundle.ts'
import { type Stage, type StageName, stackName, stageNamed, stages } from '#infra/stages.ts'

/**
 * A page with two inline scripts, a style element, a data block and a script file, so that tests need no build of the web app.
 */
export const page =
  '<!doctype html><html><head><style>a{}</style><script type="application/json">{"a":1}</script><script>one()</script>' +
  '<script type="module">\n two() \n</script><script type="module" src="/assets/app-1.js"></script></head></html>'

/** An empty folder, removed after the test file. */
export function folder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-infra-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const put = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

/** A build as `npm run build` and the bundler leave it, with empty files. */
export function emptyBuild(functions: readonly string[] = Object.keys(entries)): string {
  const build = folder()
  put(join(build, 'web/index.html'), page)
  put(join(build, 'web/assets/app-1.js'), '')
  put(join(build, 'web/assets/app-1.css'), '')
  put(join(build, 'web/sw.js'), '')
  put(join(build, 'web/icon.svg'), '')
  for (const name of functions) put(join(build, `functions/${name}/index.mjs`), '')
  return build
}

/** A resource of a template. */
// oxlint-disable-next-line typescript/no-explicit-any -- templates have no types, and tests walk deep into them
export type FoundResource = { id: string; Type: string; Properties: Record<string, any>; [more: string]: any }
type Part = Parameters<typeof stackName>[1]

/** Synthesizes each stage once for all files of a run: CloudFormation's rules take half of the time. */
function synthesizedOnce(stage: Stage): CloudAssembly {
  const key = createHash('sha256').update(JSON.stringify(stage)).digest('hex').slice(0, 16)
  const [finalFolder, ownFolder] = [
    join(inject('assemblies'), key),
    join(inject('assemblies'), `${key}-${process.pid}`),
  ]
  const cached = assemblies.get(key)
  if (cached) return cached
  if (!existsSync(finalFolder)) {
    cdkApp({ stage, outdir: ownFolder, build: emptyBuild() }).synth()
    // Another process may have been faster.
    if (!existsSync(finalFolder)) renameSync(ownFolder, finalFolder)
  }
  const assembly = new CloudAssembly(finalFolder)
  for (const { template } of assembly.stacks) Object.freeze(template)
  assemblies.set(key, assembly)
  return assembly
}
const assemblies = new Map<string, CloudAssembly>()

/** The templates of a stage: all resources of a type in a stack, and the outputs. */
export function synthesized(stageOrName: StageName | Stage) {
  const stage = typeof stageOrName === 'string' ? stageNamed(stageOrName) : stageOrName
  const assembly = synthesizedOnce(stage)
  const template = (part: Part) => assembly.getStackByName(stackName(stage, part)).template
  const all = (part: Part): FoundResource[] =>
    Object.entries<Omit<FoundResource, 'id'>>(template(part).Resources).map(
      ([id, resource]) => ({ id, ...resource }) as FoundResource,
    )
  return {
    assembly,
    all,
    ofType: (part: Part, type: string) => all(part).filter(({ Type }) => Type === type),
    /** The only resource of a type whose id starts with `start`. */
    one(part: Part, type: string, start = ''): FoundResource {
      const [first, second] = all(part).filter(({ id, Type }) => Type === type && id.startsWith(start))
      if (!first || second) throw new Error(`There is not exactly one ${type} in ${part}.`)
      return first
    },
  }
}

/** The prod stage with a custom domain and an address for alarms. */
export const domain = { name: 'app.club.example', zone: 'club.example', zoneIdParameter: '/touchline/prod/zone-id' }
export const withDomain: Stage = { ...stages.prod, domain, alarmEmail: 'duty@club.example' }

export const parts = ['data', 'identity', 'areas', 'api', 'routes', 'more-routes', 'web', 'workers', 'clock'] as const
