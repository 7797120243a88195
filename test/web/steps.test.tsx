import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import type { Key } from '#web/api.ts'
import { startTexts } from '#web/i18n.ts'
import { screenList } from '#web/screens.ts'
import { tsv } from '../tsv.ts'
import { isSampled } from '../functions/sampling.ts'
import { signIn } from './fakeServer.tsx'
import { waitForRender } from './waitForRender.ts'
import { organizationId, playerId, teamId } from './people.ts'
import { sample } from './sample.ts'
import { open } from './shell-open.tsx'

/**
 * Counts the sequential round trips of reads until a screen has all its data. Requests are held until the screen makes no
 * more, then answered together; requests made after that are the next step. Repeated requests are only revalidations. The
 * cache is empty, and no request was started early.
 */
const part = (letter: string) => `${letter}0000000000a`
const ofTeam = (letter: string) => `${teamId}.${part(letter)}`
const ofClub = (letter: string) => `${organizationId}.${part(letter)}`
const inAddress: Readonly<Record<string, string>> = {
  orgId: organizationId,
  organizationId,
  teamId,
  unitId: teamId,
  orgUnitId: teamId,
  playerId: playerId('a'),
  userId: 'user-1',
  eventId: ofTeam('e'),
  emailId: ofTeam('m'),
  agreementId: ofClub('w'),
  registrationId: ofTeam('r'),
  recordingId: ofTeam('z'),
  invitationId: ofTeam('i'),
  conversationSid: ofTeam('c'),
  storageItemId: ofClub('s'),
  folderId: ofClub('s'),
  type: 'todo',
  page: 'settings',
  menu: '',
  payId: 'p'.repeat(32),
  receiptId: 'r'.repeat(22),
  threadId: 'user-1',
}
/** The value of `:id` depends on the path before it. */
const idIn = (path: string) => (path.includes('-registration') ? ofTeam('r') : organizationId)
const addressOf = (path: string) =>
  path.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const ofClub = name === 'unitId' && path.endsWith('/duplicates')
    const value = name === 'id' ? idIn(path) : ofClub ? organizationId : inAddress[name]
    if (value === undefined) throw new Error(`There is no value for :${name} of ${path}.`)
    return value && `/${value}`
  })

/** Requests of the frame on every screen, made after it is rendered. */
const beside: readonly string[] = [
  'GET /rest-api/chat/unread-count',
  // The conversations that guardians can read are loaded by a part of their own, below.
  'GET /rest-api/chat/read-along',
  'GET /rest-api/users/token',
  'GET /rest-api/users/expiration-token',
  'GET /rest-api/pictures/mine',
  'GET /rest-api/today/my-requests',
  'GET /rest-api/users/feature-walkthrough',
  'GET /rest-api/organization/billing-access/{orgId}',
] satisfies Key[]
/** Screens that take more than one step: how many, and why. */
const [text = ''] = Object.values(
  import.meta.glob<string>('./steps.tsv', { eager: true, query: '?raw', import: 'default' }),
)
const known = tsv(text).slice(1)

/** The screens and the parts that they load late. */
const screenFiles = import.meta.glob(['../../web/*/*.tsx', '!../../web/kit/*'])
const patterns = routes.flatMap(({ key }) => {
  const [method, path = ''] = key.split(' ')
  const shape = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  return method === 'GET' ? [{ key, shape, isFixed: !path.includes('{') }] : []
})
const keyAt = (pathname: string) => {
  const found = patterns.filter(({ shape }) => shape.test(pathname))
  return (found.find(({ isFixed }) => isFixed) ?? found[0])?.key as Key | undefined
}

type Asked = { key: Key; answer: () => void }
let asked: Asked[] = []
const before = new Set<string>()
function ask(address: string): Promise<Response> {
  const { pathname } = new URL(address, location.origin)
  const key = keyAt(pathname)
  if (!key) return Promise.resolve(Response.json({ code: 'not_found', message: 'Nothing is there.' }, { status: 404 }))
  // The navigation shows badges from the same route; only Today itself depends on it.
  const isMark = key === 'GET /api/v1/today' && location.pathname !== '/today'
  if (isMark || beside.includes(key) || before.has(address)) return Promise.resolve(Response.json(sample(key)))
  before.add(address)
  return new Promise((resolve) => {
    asked.push({ key, answer: () => resolve(Response.json(sample(key))) })
  })
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
/** Returns all requests that the screen makes before it gets another answer. */
async function nextStep(): Promise<Asked[]> {
  for (let quiet = 0, seen = asked.length; quiet < 5; quiet++) {
    await turn()
    await waitForRender()
    if (asked.length !== seen) [quiet, seen] = [0, asked.length]
  }
  return asked.splice(0)
}

async function stepsOf(path: string): Promise<string[][]> {
  asked = []
  before.clear()
  localStorage.clear()
  signIn()
  const steps: string[][] = []
  open(addressOf(path))
  for (let step = await nextStep(); step.length > 0; step = await nextStep()) {
    steps.push(step.map(({ key }) => key.replace('GET ', '')).toSorted())
    for (const { answer } of step) answer()
  }
  return steps
}

beforeAll(async () => {
  await startTexts(['en-US'])
  // Loading modules is not counted.
  await Promise.all(Object.values(screenFiles).map((load) => load()))
}, 120_000)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** All screens in the long run, every third in the short one. */
const some = screenList.filter((_, i) => isSampled(i, 3))

it('takes one step of reads for each screen, or the number in the table with a reason', async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: new Date('2026-11-21T12:00:00-06:00') })
  vi.stubGlobal('fetch', ask)
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [found, broken]: [string[], string[]] = [[], []]
  for (const { screen, path, file } of some) {
    if (!file) continue
    errors.mockClear()
    const steps = await stepsOf(path)
    const title = document.querySelector('h1')?.textContent ?? ''
    if (
      document.body.textContent?.includes('Something went wrong') ||
      (title === 'Forbidden' && screen !== 'forbidden')
    )
      broken.push(`${screen}: ${title} ${errors.mock.calls.flat().find((each) => each instanceof Error)}`)
    if (steps.length > 1) {
      const later = steps.slice(1).map((step) => step.join(' '))
      found.push(`${screen}\t${steps.length}\t${later.join(' > ')}`)
    }
    cleanup()
  }
  expect(broken).toEqual([])
  const listed = known.filter(([name]) => some.some(({ screen }) => screen === name))
  expect(found).toEqual(listed.map(([screen, steps, later]) => [screen, steps, later].join('\t')))
})
