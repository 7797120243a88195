import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import AgreementsScreen from '#web/agreements/AgreementsScreen.tsx'
import type { Key } from '#web/api.ts'
import AssignmentsScreen from '#web/assignments/AssignmentsScreen.tsx'
import { type Answering, standInServer } from './answering.tsx'
import { at, trainer } from './assignments/tasks.ts'
import { adminOf, organizationId, teamId } from './people.ts'
import { showInShell } from './settings/inShell.tsx'

/** What is found again after its reply was lost is the same thing; thrown away, what is typed next is another one. */

const server = standInServer()
const GIVE = 'POST /rest-api/assignment/organization/{orgUnitId}'
const WRITE = 'POST /rest-api/agreements/club/{orgId}'
const losesReply = () => {
  throw new Problem('busy')
}
const assignments = {
  answers: {
    'GET /api/v1/playersAndTeams': trainer(),
    'GET /rest-api/assignment/organization/{orgUnitId}': { assignments: [], cursor: null },
    'GET /rest-api/assignment/assignees/{orgUnitId}': { teams: [{ id: teamId, name: 'U12 Falcons' }], players: [] },
    [GIVE]: losesReply,
  } satisfies Answering,
  open: () => showInShell(<AssignmentsScreen />, at.coach),
  button: 'New assignment',
  fields: [/^Name/, /^What to do/],
  route: GIVE as Key,
  sent: 'New assignment',
}
const agreements = {
  answers: {
    'GET /api/v1/playersAndTeams': adminOf(['canManageRegistration']),
    'GET /rest-api/agreements/club/{orgId}': { name: 'Riverside FC', agreements: [] },
    [WRITE]: losesReply,
  } satisfies Answering,
  open: () => showInShell(<AgreementsScreen />, { path: '/agreements/:id?', at: `/agreements/${organizationId}` }),
  button: 'New agreement',
  fields: [/^Title/, /^Text/],
  route: WRITE as Key,
  sent: 'Ask families',
}

it.each([
  ['an assignment', assignments],
  ['an agreement', agreements],
])(
  '%s is asked for twice by one id until it is thrown away',
  async (_what, { answers, open, button, fields, route, sent }) => {
    server.answers(answers)
    type Body = { id?: string; part?: string }
    const ids = () => server.asked(route).map(({ body }) => (body as Body).id ?? (body as Body).part)
    const begin = async () => {
      const shown = open()
      const add = () => screen.getAllByRole('button', { name: button })[0] as HTMLElement
      await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'))
      await shown.user.click(add())
      const form = within(await screen.findByRole('dialog'))
      await form.findByRole('textbox', { name: fields[0] })
      return { ...shown, form }
    }
    type Shown = Awaited<ReturnType<typeof begin>>
    const type = async ({ form, user }: Shown) => {
      for (const name of fields) await user.type(form.getByRole('textbox', { name }), 'Homework')
    }
    const send = async ({ form, user }: Shown) => {
      const before = ids().length
      const send = form.getByRole('button', { name: sent })
      await user.click(send)
      await waitFor(() => expect(ids().length).toBeGreaterThan(before))
      await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'))
    }
    const first = await begin()
    await type(first)
    await send(first)
    first.unmount()
    const again = await begin()
    await send(again)
    again.unmount()
    const anew = await begin()
    await anew.user.click(anew.form.getByRole('button', { name: 'Throw it away' }))
    await type(anew)
    await send(anew)
    const [one, same, other] = ids()
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  },
)
