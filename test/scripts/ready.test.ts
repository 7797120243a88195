import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from './local/fixtures/serving/folder.ts'

const script = join(import.meta.dirname, '../../scripts/ready.mjs')
const lock = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3' },
    'node_modules/b': { version: '2.0.0', optional: true },
  },
}
const installed = { packages: { 'node_modules/a': { version: '1.2.3' } } }

/** A separate checkout, on a machine whose npm and java are these shell scripts. */
function machine({ present, npm = 'touch installed', java }: { present?: object; npm?: string; java?: string }) {
  const root = newFolder()
  const put = (path: string, content: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    chmodSync(join(root, path), mode)
  }
  put('package-lock.json', JSON.stringify(lock))
  if (present) put('node_modules/.package-lock.json', JSON.stringify(present))
  put('bin/npm', `#!/bin/sh\n${npm}\n`, 0o755)
  if (java) put('bin/java', `#!/bin/sh\necho 'openjdk version "${java}"' >&2\n`, 0o755)
  put('scripts/.keep', '')
  copyFileSync(script, join(root, 'scripts/ready.mjs'))
  return {
    installed: () => existsSync(join(root, 'installed')),
    run(args: string[] = [], more: Record<string, string> = {}) {
      // /bin for the shell; nothing else of this machine.
      const env = { PATH: `${join(root, 'bin')}:/bin/none`, ...more }
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/ready.mjs'), ...args], {
        env,
        encoding: 'utf8',
      })
      return { status, said: (stdout + stderr).trim().split('\n').filter(Boolean) }
    },
    root,
  }
}

describe('packages', () => {
  it('stay as they are if they match the lock file, except those for other machines', () => {
    const here = machine({ present: installed, npm: 'exit 9' })
    expect(here.run()).toEqual({ status: 0, said: [] })
  })

  it.each([
    ['nothing is installed', undefined],
    ['another version is installed', { packages: { 'node_modules/a': { version: '1.2.2' } } }],
    [
      'another version of an optional package is installed',
      { packages: { ...installed.packages, 'node_modules/b': { version: '1.0.0' } } },
    ],
    ['one package is missing', { packages: {} }],
  ])('are installed, with one line of output, when %s', (_, present) => {
    const here = machine({ ...(present && { present }), npm: ': > installed' })
    expect(here.run()).toEqual({ status: 0, said: ['Installing packages: the first time takes a minute.'] })
    expect(here.installed()).toBe(true)
  })

  it('stop the start when they cannot be installed', () => {
    const { status, said } = machine({ npm: 'echo "npm error network" >&2; exit 1' }).run()
    expect(status).toBe(1)
    expect(said).toEqual([
      expect.stringMatching(/^Installing/),
      'npm error network',
      expect.stringMatching(/^The packages could not be installed/),
    ])
  })
})

describe('Java', () => {
  it.each(['17.0.15', '21', '26-ea', '17.0.1+12'])('%s is accepted', (java) => {
    expect(machine({ present: installed, java }).run(['--java'])).toEqual({ status: 0, said: [] })
  })

  it.each([
    ['1.8.0_402', 'Java 8'],
    ['11.0.2', 'Java 11'],
    ['unknown', 'Java of an unknown version'],
  ])('%s is rejected in one sentence', (java, called) => {
    const { status, said } = machine({ present: installed, java }).run(['--java'])
    expect([status, said]).toEqual([
      1,
      [expect.stringContaining(`This machine has ${called}. Install Java 17 or newer`)],
    ])
  })

  it('is required in one sentence, but only with --java', () => {
    const here = machine({ present: installed })
    expect(here.run(['--java'])).toEqual({
      status: 1,
      said: [expect.stringMatching(/^There is no Java on this machine\. Install Java 17/)],
    })
    expect(here.run()).toEqual({ status: 0, said: [] })
  })

  it('of JAVA_HOME is used, and not that of the PATH', () => {
    const old = machine({ present: installed, java: '11.0.2' })
    const home = machine({ present: installed, java: '17.0.15' }).root
    expect(old.run(['--java'], { JAVA_HOME: home })).toEqual({ status: 0, said: [] })
    expect(old.run(['--java'], { JAVA_HOME: '/nowhere' }).said).toEqual([
      expect.stringMatching(/^There is no Java in JAVA_HOME \(\/nowhere\)/),
    ])
  })
})
