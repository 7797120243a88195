import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprint } from '#scripts/local/start/fingerprint.ts'
import { takeLock } from '#scripts/local/start/lock.ts'
import { readOptions } from '#scripts/local/start/options.ts'
import { newFolder } from '../fixtures/serving/folder.ts'

describe('the command line', () => {
  it('has a default for each option', () => {
    expect(readOptions([], '/root')).toEqual({ fresh: false, port: 3000, dataDir: '/root/.local', verbose: false })
  })

  it('can set each option', () => {
    expect(readOptions(['--fresh', '--port', '4000', '--data=state', '--verbose'], '/root')).toEqual({
      fresh: true,
      port: 4000,
      dataDir: resolve('state'),
      verbose: true,
    })
  })

  it.each([
    [['--frehs'], 'There is no --frehs.'],
    [['-p', '4000'], 'There is no -p.'],
    [['--port'], '--port needs a value.'],
    [['--fresh=yes'], '--fresh takes no value.'],
    [['4000'], '"4000" means nothing here.'],
    [['--port', 'many'], '"many" is no port'],
    [['--port', '70000'], '"70000" is no port'],
  ])('with %j is rejected', (args, sentence) => {
    expect(() => readOptions(args, '/root')).toThrow(sentence)
  })
})

describe('the lock', () => {
  const written = (dataDir: string, holder: unknown) =>
    writeFileSync(join(dataDir, 'lock.json'), typeof holder === 'string' ? holder : JSON.stringify(holder))

  it('is taken once, and again when it was released', () => {
    const dataDir = newFolder()
    const lock = takeLock(dataDir)
    lock.running('http://127.0.0.1:3000')
    lock.release()
    expect(() => takeLock(dataDir).release()).not.toThrow()
  })

  it.each([
    ['a process that has ended', { pid: 2 ** 22 + 1 }],
    ['a process whose id another program has', { pid: process.ppid }],
    ['a process killed while writing it', ''],
  ])('is taken over from %s', (_, holder) => {
    const dataDir = newFolder()
    written(dataDir, holder)
    expect(() => takeLock(dataDir).release()).not.toThrow()
  })
})

describe('the fingerprint of sources', () => {
  const sources = () => {
    const root = newFolder()
    mkdirSync(join(root, 'web/today'), { recursive: true })
    writeFileSync(join(root, 'web/today/a.ts'), 'a')
    writeFileSync(join(root, 'web/b.ts'), 'b')
    return root
  }
  const print = (root: string) => fingerprint(root, ['web', 'missing', 'lock.json'])

  it('is the same for the same files at any path', () => {
    expect(print(sources())).toBe(print(sources()))
  })

  it.each([
    ['an edit', (root: string) => writeFileSync(join(root, 'web/today/a.ts'), 'A')],
    ['a new file', (root: string) => writeFileSync(join(root, 'web/c.ts'), '')],
    ['a single file being created', (root: string) => writeFileSync(join(root, 'lock.json'), '{}')],
  ])('changes after %s', (_, change) => {
    const root = sources()
    const before = print(root)
    change(root)
    expect(print(root)).not.toBe(before)
  })
})
