import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Amplify } from 'aws-amplify'
import { confirmSignUp, fetchAuthSession, signIn, signOut, signUp } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder } from '../fixtures/serving/folder.ts'
import { exampleInReadme, runExample } from './example.ts'

// Amplify warns about every user pool that is not on AWS.
ConsoleLogger.LOG_LEVEL = 'ERROR'

const root = join(import.meta.dirname, '../../../..')
const node = join(root, 'node_modules/.bin/node')
const dataDir = newFolder()
const person = { username: 'someone@example.org', password: 'A-long-Passw0rd' }
const all: Started[] = []

type Started = { child: ChildProcess; output: () => string; origin: string; said(text: RegExp): Promise<void> }

/** Starts as `npm start` does, in its own process group like in a terminal, and waits for its output. */
async function start(
  args: string[] = [],
  { command = [node, 'scripts/start.ts'], until = /Ctrl-C ends it/ } = {},
): Promise<Started> {
  const [program = '', ...first] = command
  const child = spawn(program, [...first, '--port', '0', '--data', dataDir, ...args], {
    cwd: root,
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const said = async (text: RegExp): Promise<void> => {
    while (!text.test(output)) {
      if (child.exitCode !== null || child.signalCode)
        throw new Error(`The process ended without printing ${text}: ${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const started: Started = { child, output: () => output, origin: '', said }
  all.push(started)
  await started.said(until)
  return { ...started, origin: /is at +(\S+)/.exec(output)?.[1] ?? '' }
}

/** Ctrl-C: the signal goes to the whole group. Returns the time it took, in milliseconds. */
async function interrupt({ child }: Started, signal: NodeJS.Signals = 'SIGINT'): Promise<number> {
  const before = performance.now()
  const exited = once(child, 'exit')
  process.kill(-Number(child.pid), signal)
  await exited
  return performance.now() - before
}

/** Processes that use this data folder: Java, its watchdog, and the start script. */
const processes = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(dataDir) ? [`${pid} ${command}`] : []
      } catch {
        return []
      }
    })

afterAll(() => {
  for (const { child } of all)
    if (child.exitCode === null && !child.signalCode) process.kill(-Number(child.pid), 'SIGKILL')
})

async function configure({ origin }: Started): Promise<void> {
  const { region: _, ...Cognito } = (await (await fetch(`${origin}/config.json`)).json()) as Record<
    'region' | 'userPoolId' | 'userPoolClientId' | 'userPoolEndpoint',
    string
  >
  Amplify.configure({ Auth: { Cognito } })
}

async function profile({ origin }: Started): Promise<unknown> {
  await signOut()
  await signIn(person)
  const { tokens } = await fetchAuthSession()
  const response = await fetch(`${origin}/rest-api/users/profile`, {
    headers: { authorization: `Bearer ${String(tokens?.accessToken)}` },
  })
  expect(response.status).toBe(200)
  return response.json()
}

describe('npm start', () => {
  let cloud: Started
  let before: unknown

  it('builds, starts, adds the demo data and prints its address', async () => {
    cloud = await start()
    expect(cloud.output()).toContain('Adding the demo data.')
    expect(cloud.output()).toMatch(/parent@demo\.touchline\.test/)
    expect(cloud.output()).not.toMatch(/\n +at /)
    for (const path of ['/', '/today', '/config.json', '/_local/mail'])
      expect((await fetch(cloud.origin + path)).status).toBe(200)
    expect((await fetch(`${cloud.origin}/api/v1/today`)).status).toBe(401)
  }, 240_000)

  it('returns a team’s week to the script in README.md, verbatim', async () => {
    expect(exampleInReadme().split('\n')[0]).toMatch(/^site=http:\/\/127\.0\.0\.1:3000 /)
    const { said, complained, seen } = await runExample(cloud.origin, ['rosters', 'calendar'])
    expect([complained, said]).toEqual(['', seen])
    expect(said.length).toBeGreaterThan(1)
    for (const line of said) expect(line).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d\S* \S/)
  })

  it('reports the address of the first start to a second one with the same data', () => {
    const { status, stderr } = spawnSync(node, ['scripts/start.ts', '--port', '0', '--data', dataDir], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(stderr).toContain(`Touchline runs already at ${cloud.origin}`)
  })

  it('reports a port that is taken, and how to choose another', () => {
    const { port } = new URL(cloud.origin)
    const { status, stderr } = spawnSync(node, ['scripts/start.ts', '--port', port, '--data', newFolder()], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr.trim()]).toEqual([
      1,
      `Port ${port} is taken by another program: choose another one with --port.`,
    ])
  })

  it('loses no acknowledged change when it is killed, and leaves no process', async () => {
    await configure(cloud)
    const userAttributes = { email: person.username, given_name: 'Some', family_name: 'One' }
    await signUp({ ...person, options: { userAttributes } })
    const [mail] = (await (await fetch(`${cloud.origin}/_local/mail/messages.json?to=${person.username}`)).json()) as {
      text: string
    }[]
    await confirmSignUp({ username: person.username, confirmationCode: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' })
    before = await profile(cloud)
    expect(before).toMatchObject({ firstName: 'Some', lastName: 'One' })

    const exited = once(cloud.child, 'exit')
    process.kill(Number(cloud.child.pid), 'SIGKILL')
    await exited
    await expect.poll(processes, { timeout: 10_000 }).toEqual([])

    cloud = await start()
    expect(cloud.output()).not.toContain('Adding the demo data')
    await configure(cloud)
    expect(await profile(cloud)).toEqual(before)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('ends everything on %s within three seconds', async (signal) => {
    if (cloud.child.exitCode !== null) cloud = await start()
    expect(await interrupt(cloud, signal)).toBeLessThan(3_000)
    expect(cloud.child.exitCode).toBe(0)
    expect(processes()).toEqual([])
    expect(readdirSync(dataDir)).not.toContain('lock.json')
  })

  it('ends everything when only npm receives the signal', async () => {
    cloud = await start([], { command: ['npm', 'start', '--'] })
    cloud.child.kill('SIGTERM')
    await expect.poll(processes, { timeout: 3_000 }).toEqual([])
  })

  it('is ready again within 15 seconds', async () => {
    const from = performance.now()
    cloud = await start()
    expect(performance.now() - from).toBeLessThan(15_000)
    await interrupt(cloud)
  })

  it('as npm run dev serves the web app from its sources, and watches those of the functions and the app', async () => {
    const dev = await start([], { command: [node, 'scripts/dev.ts'] })
    const page = await (await fetch(`${dev.origin}/today`)).text()
    expect(page).toContain('/@vite/client')
    expect((await fetch(`${dev.origin}/main.tsx`)).headers.get('content-type')).toMatch('javascript')
    // A module of the web app whose URL looks like an API route.
    expect((await fetch(`${dev.origin}/api/request.ts`)).headers.get('content-type')).toMatch('javascript')
    expect((await fetch(`${dev.origin}/api/v1/today`)).status).toBe(401)
    expect((await fetch(`${dev.origin}/config.json`)).status).toBe(200)
    // There is no service worker, and one left by `npm start` at the same address is unregistered.
    expect(await (await fetch(`${dev.origin}/sw.js`)).text()).toMatch(/registration\.unregister\(\)/)

    // A stale bundle is running: the sources give another one.
    const bundle = readFileSync(join(root, '.build/functions/today/index.mjs'))
    const assets = readdirSync(join(root, 'cdk.out/develop')).map((name) =>
      join(root, 'cdk.out/develop', name, 'index.mjs'),
    )
    const deployed = assets.find((file) => existsSync(file) && readFileSync(file).equals(bundle)) ?? ''
    writeFileSync(deployed, 'export const handler = () => "from before"')
    utimesSync(join(root, 'functions/today/handler.ts'), new Date(), new Date())
    await dev.said(/functions\/today\/handler\.ts changed: 1 of \d+ functions were rebuilt/)
    expect(readFileSync(deployed)).toEqual(readFileSync(join(root, '.build/functions/today/index.mjs')))
    utimesSync(join(root, 'infra/spa.js'), new Date(), new Date())
    await dev.said(/infra\/spa\.js changed: the app was synthesized again/)
    expect((await fetch(`${dev.origin}/api/v1/today`)).status).toBe(401)
    expect(await interrupt(dev)).toBeLessThan(3_000)
    await expect.poll(processes, { timeout: 5_000 }).toEqual([])
  }, 300_000)

  it('can be ended during its start', async () => {
    const starting = await start(['--fresh'], { until: /Adding the demo data/ })
    expect(await interrupt(starting)).toBeLessThan(3_000)
    await expect.poll(processes, { timeout: 5_000 }).toEqual([])
    expect(existsSync(join(dataDir, 'seeded'))).toBe(false)
  })
})

describe('a failed start', () => {
  const failing = (args: string[], env: NodeJS.ProcessEnv = process.env) => {
    const { status, stderr } = spawnSync(node, ['scripts/start.ts', '--port', '0', '--data', newFolder(), ...args], {
      cwd: root,
      encoding: 'utf8',
      env,
    })
    return { status, lines: stderr.trim().split('\n') }
  }

  it('is reported in one sentence: an unknown option', () => {
    expect(failing(['--frehs'])).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^There is no --frehs\. Known are --fresh/)],
    })
  })

  it('is reported in one sentence: no Java', () => {
    const empty = join(newFolder(), 'bin')
    mkdirSync(empty)
    const { JAVA_HOME: _, ...env } = process.env
    const { status, lines } = failing([], { ...env, PATH: empty })
    expect([status, lines]).toEqual([1, [expect.stringMatching(/Java 17/)]])
  })

  it('shows a stack trace with --verbose', () => {
    expect(failing(['--frehs', '--verbose']).lines.length).toBeGreaterThan(3)
  })
})
