import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { namesIn } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { TextArea } from '../kit/TextArea.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

const lists = ['GET /rest-api/teams/players/{orgId}', 'GET /api/v1/team/{teamId}'] as const
/** The most added at once; longer lists are imported as a table. */
const most = 100

function whyCannotList(list: string): ValueFault | undefined {
  const count = namesIn(list).length
  if (count === 0) return { code: 'required' }
  return count > most ? { code: 'too_many', limit: most } : undefined
}

/** The first players of a club with one team: a list of names, one per line, as pasted from a message. */
export function FirstPlayers({ teamId, added }: { teamId: string; added: () => void }) {
  const t = useTexts('subscriptions', english)
  const navigate = useNavigate()
  // Player ids by line, so that a retry adds the same players.
  const parts = useRef<string[]>([])
  const savedBefore = useSavedBefore(lists)
  const { save } = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: lists,
    saved: (_answer, { body }) => t('playersAdded', { count: body.playersToAdd.length }),
  })
  const form = useForm<{ names: string }>({
    draft: `firstPlayers.${teamId}`,
    values: { names: '' },
    faults: ({ names }) => ({ names: whyCannotList(names) }),
    async save({ names }) {
      const playersToAdd = namesIn(names).map((name, line) => {
        const part = (parts.current[line] ??= newPart('p'))
        return { playerId: `${organizationOf(teamId)}.${part}`, ...name }
      })
      try {
        await save({ body: { orgUnitId: teamId, playersToAdd, addToUpcomingEvents: 'on' } })
      } catch (error) {
        savedBefore(error)
        return void navigate(paths.team({ orgId: organizationOf(teamId), teamId }))
      }
      added()
    },
  })
  return (
    <Form of={form} submit={t('addPlayers')}>
      <TextArea
        label={t('playerNames')}
        hint={t('playerNamesHint')}
        required
        rows={5}
        autoComplete="off"
        {...form.field('names')}
      />
    </Form>
  )
}
