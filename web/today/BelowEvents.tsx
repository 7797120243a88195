import { useTexts } from '../i18n.ts'
import { CalendarIcon, TeamIcon } from '../kit/icons.tsx'
import { paths } from '../paths.ts'
import { screens } from '../screens.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { LinkCard } from './LinkCard.tsx'
import { RequestAccess } from './requests/RequestAccess.tsx'
import styles from './Today.module.css'
import texts from './texts.en.json'
import type { CoachedUnit } from './useNotifications.ts'

type Props = { coachedUnit: CoachedUnit | undefined; hasPlayers: boolean; followsPlayers: boolean }

/**
 * Links below the day's cards and the week: to a new club's first steps, to the calendar, to creating a team, and the form to
 * request access to a player. In its own file, loaded after them.
 */
export function BelowEvents({ coachedUnit, hasPlayers, followsPlayers }: Props) {
  const t = useTexts('today', texts)
  const calendar = hasPlayers || followsPlayers ? paths.fanCalendar() : coachedUnit && paths.calendar(coachedUnit)
  const whyCannot = useWhyCannot()
  const canSeeFirstSteps = whyCannot(screens.firstSteps.can, coachedUnit?.orgId) === undefined
  // A child's own account cannot create a club.
  const canCreateClub = whyCannot({ grownUp: 'signed_in' }) === undefined
  return (
    <div className={styles.list} data-passing>
      {coachedUnit?.isNew && canSeeFirstSteps && (
        <LinkCard as="div" to={paths.firstSteps(coachedUnit)} icon={<TeamIcon />}>
          {t('firstSteps')}
        </LinkCard>
      )}
      {calendar && (
        <LinkCard as="div" to={calendar} icon={<CalendarIcon />}>
          {t('viewUpcoming')}
        </LinkCard>
      )}
      {canCreateClub && (
        <LinkCard as="div" to={paths.signup()} icon={<TeamIcon />}>
          {t('ownTeam')}
        </LinkCard>
      )}
      <RequestAccess about="player" heading="h2" />
    </div>
  )
}
