import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleFunctions, entries } from '#infra/bundle.ts'
import { folder } from './synthesized.ts'

const outdir = folder()
beforeAll(() => bundleFunctions({ outdir }))

describe.each(Object.keys(entries))('the bundle of %s', (name) => {
  const file = join(outdir, name, 'index.mjs')

  test('runs alone and has a handler', async () => {
    expect((await import(/* @vite-ignore */ file)).handler).toBeTypeOf('function')
  })

  test('leaves out what never runs in Lambda, and keeps its map beside it', () => {
    const text = readFileSync(file, 'utf8')
    const imported = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, module = '']) => module)
    expect(imported.filter((module) => !module.startsWith('node:'))).toEqual(['@smithy/core/event-streams'])
    expect(text).not.toContain('sourceMappingURL')
    expect(existsSync(`${file}.map`)).toBe(true)
  })
})

test('a function that is not there is refused by name', async () => {
  await expect(bundleFunctions({ outdir, areas: ['todya'] })).rejects.toThrow(
    /There is no function "todya": choose from/,
  )
})
