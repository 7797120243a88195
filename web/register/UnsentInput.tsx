import { useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { removeDraftsFrom, hasDraftFrom } from '../kit/form/drafts.ts'
import { toDraftName } from './storedInputs.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

/** Input that can no longer be sent has no form with a discard button: it can be removed from the device here. */
export function UnsentInput({ registrationId }: { registrationId: string }) {
  const t = useTexts('register', english)
  const [hasInput, setHasInput] = useState(() => hasDraftFrom(toDraftName(registrationId)))
  if (!hasInput) return null
  async function confirmClear() {
    if (!(await confirm({ title: t('clearTitle'), lost: t('removeLost'), yes: t('clear') }))) return
    removeDraftsFrom(toDraftName(registrationId))
    setHasInput(false)
  }
  return (
    <Notice>
      <p className={styles.text}>{t('typedStillHere')}</p>
      <Button kind="quiet" flush onClick={() => void confirmClear()}>
        {t('clearTyped')}
      </Button>
    </Notice>
  )
}
