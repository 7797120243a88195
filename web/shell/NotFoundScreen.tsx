import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/States.tsx'
import { Screen } from './Screen.tsx'
import english from './texts.en.json'

/** For an address that leads nowhere. */
export default function NotFoundScreen() {
  const t = useTexts('shell', english)
  return (
    <Screen title={t('notFound')} narrow>
      <EmptyState title={t('notFoundHint')} icon={<SearchIcon size={32} />}>
        <ButtonLink to={paths.today()} kind="primary">
          {t('toToday')}
        </ButtonLink>
      </EmptyState>
    </Screen>
  )
}
