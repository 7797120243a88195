import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { EventRead } from './eventForm.ts'
import styles from './EventForm.module.css'
import texts from './texts.en.json'

type Props = { event: EventRead['event']; close: () => void }

/** Starts a new event or series based on this one, for its own team or for another, such as next season's. */
export function CopyAsNew({ event, close }: Props) {
  const t = useTexts('calendar', texts)
  const navigate = useNavigate()
  const orgId = organizationOf(event.id)
  const units = useUnits(orgId)
  const ownUnitId = orgUnitOf(event.id)
  const [chosenUnit, setChosenUnit] = useState<string>()
  // The event's own team may be archived: then another one has to be chosen.
  const unit = chosenUnit ?? (units.some(({ value }) => value === ownUnitId) ? ownUnitId : '')
  function openNewEvent() {
    close()
    void navigate(paths.newEvent({ orgId, teamId: teamOf(unit) }, { like: event.id }))
  }
  if (units.length === 0) return null
  return (
    <section aria-label={t('copyAnew')} className={styles.anew}>
      <p>{t('copyAnewHint')}</p>
      <OneOf label={t('copyFor')} placeholder={t('chooseUnit')} options={units} value={unit} onChange={setChosenUnit} />
      <div>
        <Button onClick={openNewEvent} {...(unit === '' && { disabledReason: t('chooseUnit') })}>
          {t('copyAnew')}
        </Button>
      </div>
    </section>
  )
}

/** The club and its active teams for which the reader may create events. */
function useUnits(orgId: string) {
  const whyCannot = useWhyCannot()
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const club = data?.organizations.find(({ id }) => id === orgId)
  if (!club) return []
  const mayEdit = ({ id }: { id: string }) => whyCannot('canEditEvents', id) === undefined
  const teams = club.teams.filter((team) => !team.archived && mayEdit(team))
  return [...(mayEdit(club) ? [club] : []), ...teams].map(({ id, name }) => ({ value: id, label: name }))
}
