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
  filter: 'active' | 'archived' | 'all'
  hasArchived: boolean
  showArchived: () => void
}

/** Instead of a list of teams without any: why it is empty, and what to do next. */
export function NoTeams({ orgId, filter, hasArchived, showArchived }: Props) {
  const t = useTexts('teams', texts)
  const canSeeFirstSteps = useWhyCannot()(screens.firstSteps.can, orgId) === undefined
  return (
    <EmptyState
      title={filter === 'archived' ? t('noneArchived') : hasArchived ? t('noneActive') : t('noTeams')}
      hint={filter === 'archived' ? t('noneArchivedHint') : hasArchived ? t('noneActiveHint') : t('noTeamsHint')}
      icon={<TeamIcon size={32} />}
    >
      {filter === 'active' && hasArchived && <Button onClick={showArchived}>{t('showArchived')}</Button>}
      {filter !== 'archived' && !hasArchived && canSeeFirstSteps && (
        <ButtonLink to={paths.firstSteps({ orgId })}>{t('firstSteps')}</ButtonLink>
      )}
    </EmptyState>
  )
}
