import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { bundleFunctions, entries, readAtStart } from '#infra/bundle.ts'
import { registry } from '#infra/registry.ts'
import { folder } from './synthesized.ts'

const outdir = folder()
beforeAll(() => bundleFunctions({ outdir }))

describe.each(Object.keys(entries))('the bundle of %s', (name) => {
  const file = join(outdir, name, 'index.mjs')

  test('runs alone and has a handler', async () => {
    expect((await import(/* @vite-ignore */ file)).handler).toBeTypeOf('function')
  })

  test('leaves out what never runs in Lambda, and keeps its map beside it', () => {
    const parts = readdirSync(join(outdir, name)).filter((part) => part.endsWith('.mjs'))
    const text = parts.map((part) => readFileSync(join(outdir, name, part), 'utf8')).join('\n')
    const imported = [...text.matchAll(/import\("([^"]+)"\)/g)].map(([, module = '']) => module)
    const others = imported.filter((module) => !/^node:|^\.\//.test(module))
    expect(others).toEqual(['@smithy/core/event-streams'])
    expect(parts.length > 1).toBe(registry[name]?.inParts === true)
    expect(text).not.toContain('sourceMappingURL')
    expect(existsSync(`${file}.map`)).toBe(true)
  })
})

test('the sender of mail starts with 90 KB, each area’s letters in parts that come with the first of them', () => {
  const sender = join(outdir, 'mail-send')
  const kb = (files: Iterable<string>) =>
    [...files].reduce((sum, part) => sum + gzipSync(readFileSync(join(sender, part)), { level: 9 }).length / 1024, 0)
  const all = readdirSync(sender).filter((part) => part.endsWith('.mjs'))
  expect(kb(readAtStart(sender))).toBeLessThanOrEqual(90)
  expect(kb(all)).toBeGreaterThan(kb(readAtStart(sender)) + 20)
})

test('a function that is not there is refused by name', async () => {
  await expect(bundleFunctions({ outdir, areas: ['todya'] })).rejects.toThrow(
    /There is no function "todya": choose from/,
  )
})
