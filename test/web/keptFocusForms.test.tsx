import { screen, waitFor } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { PartHead } from '#web/assignments/PartHead.tsx'
import { QuestionsEditor } from '#web/assignments/QuestionsEditor.tsx'
import { TodoEditor } from '#web/assignments/TodoEditor.tsx'
import type { AssignmentValues } from '#web/assignments/shapes.ts'
import EventTypesScreen from '#web/calendar/EventTypesScreen.tsx'
import { useForm } from '#web/kit/form/useForm.ts'
import { Form } from '#web/kit/form/Form.tsx'
import { Sortable } from '#web/kit/Sortable.tsx'
import { AddOnForm } from '#web/registrations/addOns/AddOnForm.tsx'
import LinksScreen from '#web/settings/LinksScreen.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import PlayerScreen from '#web/teams/PlayerScreen.tsx'
import { showScreen, standInServer } from './fakeServer.tsx'
import { clubDetails } from './clubDetails.ts'
import { adminOf, organizationId, person, teamId } from './people.ts'
import { openBuilder, registrationId } from './registrations/builder.tsx'
import { showInShell } from './settings/inShell.tsx'

/** When a form row is removed or can move no further, keyboard focus stays in its list. */

const server = standInServer()
const admin = () => adminOf(['canEditTeam', 'canEditPlayers', 'canEditEvents'])
const type = (id: string, name: string) => ({ id, name, color: '#2b8a3e' })
const none = { description: '', priceInCents: 0, customerMustPurchaseAtLeast: 0, customerCanNotPurchaseMoreThan: null }

/** A task editor with one line and one question. */
function Task() {
  const form = useForm<AssignmentValues>({
    values: {
      ...{ name: '', description: '', dueOn: '', kind: '', assignees: { teamIds: [], playerIds: [] } },
      todoListItem: [{ id: 'line', text: 'Run' }],
      updateFormList: [
        ...[{ id: 'q', answerType: 'TEXT' as const, questionTitle: 'How far', description: '', answers: [] }],
      ].map((question) => ({ ...question, optional: false })),
    },
    save: () => Promise.resolve(),
  })
  return (
    <Form of={form} submit="Save">
      <TodoEditor form={form} add={() => undefined} />
      <QuestionsEditor form={form} />
    </Form>
  )
}

const places: Record<string, { open: () => unknown; begin?: string; press: string; stays: string }> = {
  'an event type': {
    open() {
      server.answers({
        'GET /api/v1/playersAndTeams': admin(),
        'GET /rest-api/calendar/event-types/{orgId}': {
          types: [type('a', 'Practice'), type('b', 'Game')],
          ...{ revision: 1, timezone: 'America/Chicago' },
        },
      })
      showScreen(<EventTypesScreen />, { path: '/:orgId/calendar/types', at: `/${organizationId}/calendar/types` })
    },
    press: 'Remove Game',
    stays: 'Event types',
  },
  'a link': {
    open() {
      const links = [{ name: 'Shop', url: 'https://shop.example/' }]
      server.answers({
        'GET /api/v1/playersAndTeams': admin(),
        'GET /rest-api/organization/links/{orgUnitId}': { name: 'Riverside FC', links, ofClub: [], revision: 0 },
      })
      showInShell(<LinksScreen />, { path: '/links/:id', at: `/links/${organizationId}` })
    },
    press: 'Remove Shop',
    stays: 'Links',
  },
  'a custom player field': {
    open() {
      server.answers({
        'GET /api/v1/playersAndTeams': admin(),
        'GET /rest-api/organization/details/{orgId}': { ...clubDetails, permissions: ['canEditTeam'] },
      })
      showInShell(<SettingsScreen />, {
        ...{ path: '/settings/:id/:page', at: `/settings/${organizationId}/registration` },
      })
    },
    press: 'Remove Shirt size',
    stays: 'Custom questions about players',
  },
  'an installment': {
    open() {
      const items = [{ percent: 100, dueDate: '2026-12-01' }]
      openBuilder(
        server,
        {
          'GET /rest-api/registration/installments/{registrationId}': { paymentPlanEnabled: true, items, revision: 0 },
          'POST /rest-api/registration/installments/{registrationId}/calculate': { items, options: [] },
        },
        'installments',
      )
    },
    press: 'Remove installment 1',
    stays: 'Installments',
  },
  'a variant of an add-on': {
    open() {
      const kinds = [{ id: 's', name: 'S', priceInCents: 2000 }]
      const addOn = { ...none, id: 'shirt', addOnName: 'Shirt', addOns: kinds, places: null, fileMetadataId: null }
      const close = () => undefined
      showScreen(
        <AddOnForm registrationId={registrationId} addOn={{ ...addOn, revision: 0, sold: 0 } as never} close={close} />,
      )
    },
    press: 'Remove S',
    stays: 'Variants',
  },
  'a contact': {
    open() {
      const { id } = person('danley')
      server.answers({
        'GET /api/v1/playersAndTeams': admin(),
        'GET /rest-api/teams/player/{playerId}': {
          ...{ ...person('danley'), pictures: null, bornOn: null, medical: null, fields: [], tags: [], family: [] },
          ...{ events: [], answered: null, permissions: ['canEditPlayers'] },
          contacts: [{ name: 'Rose', relation: '', email: '', phone: '' }],
          teams: [{ id: teamId, name: 'Curaçao', archived: false, number: '7', position: '' }],
        },
        'GET /rest-api/teams/player/{playerId}/standing': { papers: null, fees: null },
      })
      showScreen(<PlayerScreen />, { path: '/dashboard/player/:playerId', at: `/dashboard/player/${id}?o=${teamId}` })
    },
    begin: 'Edit',
    press: 'Remove contact',
    stays: 'Contacts',
  },
  'a line of a checklist': { open: () => showScreen(<Task />), press: 'Remove: Line 1: Run', stays: 'To-do list' },
  'a question of a form': {
    open: () => showScreen(<Task />),
    press: 'Remove: Question 1: How far',
    stays: 'Questions',
  },
  'a row of a sortable list': { open: () => showScreen(<Ordered />), press: 'Drop Ada', stays: 'Order' },
}

function Ordered() {
  const [names, set] = useState(['Ada', 'Bo'])
  const move = (from: number, to: number) => set(names.toSpliced(from, 1).toSpliced(to, 0, names[from] ?? ''))
  return (
    <Sortable label="Order" items={names} keyOf={(name) => name} nameOf={(name) => name} move={move}>
      {(name) => (
        <button type="button" onClick={() => set(names.filter((each) => each !== name))}>
          Drop {name}
        </button>
      )}
    </Sortable>
  )
}
function Lines() {
  const [at, move] = useState(1)
  return <PartHead name="Line" about="" at={at} of={2} move={move} remove={() => undefined} />
}

it.each(Object.entries(places))('moves the focus to the list when %s is removed', async (_, place) => {
  place.open()
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    button.click()
    return button
  }
  if (place.begin) await press(place.begin)
  const button = await press(place.press)
  await waitFor(() => expect(button.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(place.stays))
})

it.each<[what: string, list: ReactElement, up: string, down: string]>([
  ['a row', <Ordered key="1" />, 'Move Bo up', 'Move Bo down'],
  ['a line', <Lines key="2" />, 'Move Line up', 'Move Line down'],
])('keeps the focus on the up button of %s that has become first, and announces that', async (_, list, up, down) => {
  const { user } = showScreen(list)
  const button = screen.getByRole('button', { name: up })
  expect(screen.getByRole('button', { name: down })).toHaveAccessibleDescription('It is already last.')
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  expect(button).toHaveFocus()
  expect(button).toHaveAccessibleDescription('It is already first.')
  expect(screen.getByRole('button', { name: down })).not.toHaveAttribute('aria-disabled')
})
