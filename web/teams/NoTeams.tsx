import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { TeamIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { screens } from '../screens.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import texts from './texts.en.json'

type Props = {
  orgId: string
  shows: 'active' | 'archived' | 'all'
  hasArchived: boolean
  showArchived: () => void
}

/** Instead of a list of teams without any: why it is empty, and what to do next. */
export function NoTeams({ orgId, shows, hasArchived, showArchived }: Props) {
  const t = useTexts('teams', texts)
  const mayBegin = useWhyCannot()(screens.firstSteps.can, orgId) === undefined
  return (
    <EmptyState
      title={shows === 'archived' ? t('noneArchived') : hasArchived ? t('noneActive') : t('noTeams')}
      hint={shows === 'archived' ? t('noneArchivedHint') : hasArchived ? t('noneActiveHint') : t('noTeamsHint')}
      icon={<TeamIcon size={32} />}
    >
      {shows === 'active' && hasArchived && <Button onClick={showArchived}>{t('showArchived')}</Button>}
      {shows !== 'archived' && !hasArchived && mayBegin && (
        <ButtonLink to={paths.firstSteps({ orgId })}>{t('firstSteps')}</ButtonLink>
      )}
    </EmptyState>
  )
}
