import { expect, test } from 'vitest'
import { readAssembly } from '#scripts/local/assembly/readAssembly.ts'
import { deployFiles } from '#scripts/local/services/distribution/deployFiles.ts'
import { filesInMemory } from '../scripts/local/fixtures/serving/files.ts'
import { synthesized } from './synthesized.ts'

const local = synthesized('local')

test('every text of the web says that it is written in UTF-8, and how long it may be kept', async () => {
  const assembly = readAssembly(local.assembly.directory, { origin: 'http://127.0.0.1:3000' })
  const files = filesInMemory()
  await deployFiles(assembly, files)
  const bucket = assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack === 'touchline-local-web')
  const headersOf = async (name: string) => {
    const { headers } = (bucket && (await files.get(assembly.physicalId(bucket), name))) ?? {}
    return [name, headers?.['content-type'], headers?.['cache-control']]
  }
  const year = 'public, max-age=31536000, immutable'
  const all = [
    ['assets/app-1.css', 'text/css; charset=utf-8', year],
    ['assets/app-1.js', 'text/javascript; charset=utf-8', year],
    // JSON is UTF-8 by its own standard, and has no such parameter.
    ['config.json', 'application/json', 'no-cache'],
    ['icon.svg', 'image/svg+xml', 'no-cache'],
    ['index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ]
  expect(await Promise.all(all.map(([name = '']) => headersOf(name)))).toEqual(all)
  expect((await files.keys(bucket ? assembly.physicalId(bucket) : '')).toSorted()).toEqual(all.map(([name]) => name))
})
