import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { SearchIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Screen } from './Screen.tsx'
import english from './texts.en.json'

/** Shown for unknown addresses. */
export default function NotFoundScreen() {
  const t = useTexts('shell', english)
  return (
    <Screen title={t('notFound')} width="form">
      <EmptyState title={t('notFoundHint')} icon={<SearchIcon size={32} />}>
        <ButtonLink to={paths.today()} kind="primary">
          {t('toToday')}
        </ButtonLink>
      </EmptyState>
    </Screen>
  )
}
