import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import type { Key } from '#web/api.ts'
import { startTexts } from '#web/i18n.ts'
import { screenList } from '#web/screens.ts'
import { tsv } from '../tsv.ts'
import { isOfShare } from '../functions/some.ts'
import { signIn } from './answering.tsx'
import { drawn } from './drawn.ts'
import { organizationId, playerId, teamId } from './people.ts'
import { sample } from './sample.ts'
import { open } from './shell-open.tsx'

/**
 * How many round trips of reads, one after another, each screen takes until it stands with all its data. Whatever it asks for is held
 * until it asks for nothing more, then answered at once; what it asks for after that is the next step. What was asked before is
 * only kept fresh. Cold: nothing is on the device, and nothing was asked by the page's head.
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
/** `:id` is what its path says before it. */
const idIn = (path: string) => (path.includes('-registration') ? ofTeam('r') : organizationId)
const addressOf = (path: string) =>
  path.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const ofClub = name === 'unitId' && path.endsWith('/duplicates')
    const value = name === 'id' ? idIn(path) : ofClub ? organizationId : inAddress[name]
    if (value === undefined) throw new Error(`Nothing is known for :${name} of ${path}.`)
    return value && `/${value}`
  })

/** What stands around every screen and comes once it is painted. */
const beside: readonly string[] = [
  'GET /rest-api/chat/unread-count',
  // What guardians read along is loaded by itself, below.
  'GET /rest-api/chat/read-along',
  'GET /rest-api/users/token',
  'GET /rest-api/users/expiration-token',
  'GET /rest-api/pictures/mine',
  'GET /rest-api/today/my-requests',
  'GET /rest-api/users/feature-walkthrough',
  'GET /rest-api/organization/billing-access/{orgId}',
] satisfies Key[]
/** Those that take more than one step: how many, and why. */
const [text = ''] = Object.values(
  import.meta.glob<string>('./steps.tsv', { eager: true, query: '?raw', import: 'default' }),
)
const known = tsv(text).slice(1)

/** The screens, and what they load late by themselves. */
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
  // What waits is marked in the navigation; only Today itself is made of it.
  const isMark = key === 'GET /api/v1/today' && location.pathname !== '/today'
  if (isMark || beside.includes(key) || before.has(address)) return Promise.resolve(Response.json(sample(key)))
  before.add(address)
  return new Promise((resolve) => {
    asked.push({ key, answer: () => resolve(Response.json(sample(key))) })
  })
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
/** All that it asks for before it is answered anything more. */
async function nextStep(): Promise<Asked[]> {
  for (let quiet = 0, seen = asked.length; quiet < 5; quiet++) {
    await turn()
    await drawn()
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
  // What a screen is made of is not what is counted.
  await Promise.all(Object.values(screenFiles).map((load) => load()))
}, 120_000)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** All in the long run; in the short one every third. */
const some = screenList.filter((_, i) => isOfShare(i, 3))

it('takes one step of reads for each screen, or as many as the table says, with the reason', async () => {
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
