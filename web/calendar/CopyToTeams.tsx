import { useState } from 'react'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { maxCopies } from '#shared/rules/eventForm.ts'
import { selected } from '#shared/rules/faults.ts'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Form } from '../kit/form/Form.tsx'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { Frame } from '../kit/Frame.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSave } from '../shell/useSave.ts'
import { Clashes } from './Clashes.tsx'
import type { EventRead } from './eventForm.ts'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

/** Clashes are checked for at most this many teams, with one request each. */
const maxCheckedTeams = 5
/** With more teams than this there is a search field. */
const maxWithoutSearch = 8

type Props = { event: EventRead['event']; close: () => void }

/** Copies an event to other teams of the club. */
export function CopyToTeams({ event, close }: Props) {
  const t = useTexts('calendar', texts)
  const teams = useOtherTeams(event.id)
  const { save } = useSave('POST /apiV1/cloneEventToTeams/', { refreshes: eventLists })
  const form = useForm({
    values: { teams: [] as string[] },
    faults: ({ teams }) => ({ teams: selected(teams) }),
    async save({ teams: chosen }) {
      // Safe to repeat after an interruption: teams that already have the copy do not get another.
      for (let from = 0; from < chosen.length; from += maxCopies)
        await save({ body: { eventId: event.id, teamIds: chosen.slice(from, from + maxCopies) } })
      showSnackbar({ text: t('copied', { count: chosen.length }), tone: 'success' })
      close()
    },
  })
  const { start, end, timezone } = event
  const chosen = form.values.teams
  if (teams.length === 0) return null
  return (
    <Form of={form} submit={t('copyToTeams')} aria-label={t('copyToTeams')}>
      <TeamChoice teams={teams} {...form.field('teams')} />
      {/* Only the team's own events: the place is the same by intent, as the teams are to meet there. */}
      {chosen.slice(0, maxCheckedTeams).map((id) => (
        <Clashes
          key={id}
          orgUnitId={id}
          content={{ start, end, timezone, location: null, field: '' }}
          days={[]}
          eventId={undefined}
        />
      ))}
      <p role="status">{chosen.length > maxCheckedTeams && t('clashesOfFirst', { count: maxCheckedTeams })}</p>
    </Form>
  )
}

type Team = { id: string; name: string }

function TeamChoice({ teams, value, onChange, name, fault }: Bound<string[]> & { teams: readonly Team[] }) {
  const t = useTexts('calendar', texts)
  const [typed, setTyped] = useState('')
  const query = words(fold(typed))
  const shown = teams.filter((team) => matchesText(team.name, query))
  const isChosen = ({ id }: Team) => value.includes(id)
  const isAllChosen = shown.length > 0 && shown.every(isChosen)
  const choose = (isWanted: (team: Team) => boolean) => onChange(teams.filter(isWanted).map(({ id }) => id))
  return (
    <Frame id="copied-to" label={t('otherTeams')} name={name} fault={fault} group>
      {teams.length > maxWithoutSearch && (
        <SearchField inForm label={t('findTeam')} value={typed} onChange={setTyped} />
      )}
      {/* Applies to the teams found. */}
      <div>
        <Button
          kind="quiet"
          flush
          onClick={() => choose((team) => (shown.includes(team) ? !isAllChosen : isChosen(team)))}
        >
          {t(isAllChosen ? 'chooseNone' : 'chooseAll')}
        </Button>
      </div>
      {shown.length === 0 && <p role="status">{t('noTeamFound')}</p>}
      {shown.map((team) => (
        <Checkbox
          key={team.id}
          label={team.name}
          value={isChosen(team)}
          onChange={(on) => choose((each) => (each === team ? on : isChosen(each)))}
        />
      ))}
    </Frame>
  )
}

/** The club's other active teams for which the reader may create events. */
function useOtherTeams(eventId: string): readonly Team[] {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const orgId = organizationOf(eventId)
  const { data: club } = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const archivedIds = new Set(club?.teams.flatMap((team) => (team.archived ? [team.id] : [])))
  const organization = data?.organizations.find(({ id }) => id === orgId)
  const mayEditAll = organization?.permissions.includes('canEditEvents') ?? false
  return (organization?.teams ?? []).filter(
    ({ id, permissions }) =>
      id !== orgUnitOf(eventId) && !archivedIds.has(id) && (mayEditAll || permissions.includes('canEditEvents')),
  )
}
