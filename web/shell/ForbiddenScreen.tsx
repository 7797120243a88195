import { useContext } from 'react'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { AlertIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Screen } from './Screen.tsx'
import english from './texts.en.json'
import { SelectedContext } from './useSelection.ts'

/** Shown for every refusal that a screen does not handle itself. */
export default function ForbiddenScreen() {
  return <Forbidden />
}

/** Replaces a screen, naming the right it needs and who can grant it. */
export function Forbidden({ reason }: { reason?: string }) {
  const t = useTexts('shell', english)
  const selected = useContext(SelectedContext)
  return (
    <Screen title={t('forbidden')} width="form">
      <EmptyState title={reason ?? t('forbiddenHint')} icon={<AlertIcon size={32} />}>
        <ButtonLink to={paths.today()} kind="primary">
          {t('toToday')}
        </ButtonLink>
        {selected && <Button onClick={selected.open}>{t('chooseAnother')}</Button>}
      </EmptyState>
    </Screen>
  )
}
