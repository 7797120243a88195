import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { namesIn } from '#shared/rules/nameInput.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { TextArea } from '../kit/TextArea.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import english from './texts.en.json'

const refreshedReads = ['GET /rest-api/teams/players/{orgId}', 'GET /api/v1/team/{teamId}'] as const
/** The most added at once; longer lists are imported as a table. */
const maxPlayers = 100

function findListFault(list: string): ValueFault | undefined {
  const count = namesIn(list).length
  if (count === 0) return { code: 'required' }
  return count > maxPlayers ? { code: 'too_many', limit: maxPlayers } : undefined
}

/** The first players of a club with one team: a list of names, one per line, as pasted from a message. */
export function FirstPlayers({ teamId, onAdded }: { teamId: string; onAdded: () => void }) {
  const t = useTexts('subscriptions', english)
  const navigate = useNavigate()
  // Player ids by line, so that a retry adds the same players.
  const playerIdParts = useRef<string[]>([])
  const handleSavedBefore = useSavedBefore(refreshedReads)
  const { save } = useSave('POST /api/v1/addPlayersToTeam', {
    refreshes: refreshedReads,
    saved: (_answer, { body }) => t('playersAdded', { count: body.playersToAdd.length }),
  })
  const form = useForm<{ names: string }>({
    draft: `firstPlayers.${teamId}`,
    values: { names: '' },
    faults: ({ names }) => ({ names: findListFault(names) }),
    async save({ names }) {
      const playersToAdd = namesIn(names).map((name, line) => {
        const part = (playerIdParts.current[line] ??= newPart('p'))
        return { playerId: `${organizationOf(teamId)}.${part}`, ...name }
      })
      try {
        await save({ body: { orgUnitId: teamId, playersToAdd, addToUpcomingEvents: 'on' } })
      } catch (error) {
        handleSavedBefore(error)
        return void navigate(paths.team({ orgId: organizationOf(teamId), teamId }))
      }
      onAdded()
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
