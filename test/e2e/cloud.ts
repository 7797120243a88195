import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '#scripts/demo/seedDemo.ts'
import { startCloud } from '#scripts/local/cloud.ts'
import { synthesize } from '#scripts/local/start/synthesize.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
    /** What the product's own writes read from the environment, so that a journey can set its stage by them. */
    tableEnv: Record<string, string>
    webBucket: string
  }
}

/** What everyone at the keyboard gets by `npm start`, for the journeys: built, synthesized, started, with the demo in it. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-e2e-'))
  const assemblyDir = join(folder, 'assembly')
  execFileSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await synthesize(assemblyDir)
  const cloud = await startCloud({ assemblyDir, dataDir: join(folder, 'data'), port: 0, log: () => {} })
  await seedDemo({ cloud, now: new Date().toISOString() })
  project.provide('origin', cloud.origin)
  const names = ['TABLE_NAME', 'AWS_REGION', 'AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  project.provide('tableEnv', Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])))
  const web = cloud.assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack.endsWith('-web'))
  project.provide('webBucket', web ? cloud.assembly.physicalId(web) : '')
  return async () => {
    await cloud.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
