import type { ApiProblem } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { AlertIcon, RetryIcon } from '../kit/icons.tsx'
import styles from './Answer.module.css'
import { Message } from './Message.tsx'
import english from './texts.en.json'

const refusalTexts = {
  link_altered: ['altered', 'alteredHint'],
  link_expired: ['expired', 'expiredHint'],
  invite_removed: ['removed', 'removedHint'],
  event_archived: ['archived', 'archivedHint'],
  not_allowed: ['notFamily', 'notFamilyHint'],
} as const

/** Why a link cannot be opened, with a Retry button for temporary problems. */
export function LinkRefusal({
  problem,
  busy,
  onRetry,
}: {
  problem: ApiProblem
  busy: boolean | undefined
  onRetry: () => void
}) {
  const t = useTexts('answer', english)
  const icon = (
    <span className={styles.danger}>
      <AlertIcon />
    </span>
  )
  if (isRetryable(problem) || !(problem.code in refusalTexts)) {
    return (
      <Message title={t('notOpened')} icon={icon} hint={problemText(problem)} openLabel={t('open')}>
        <Button kind="primary" icon={<RetryIcon size={20} />} wide busy={busy ?? false} onClick={onRetry}>
          {t('retry')}
        </Button>
      </Message>
    )
  }
  const [title, hint] = refusalTexts[problem.code as keyof typeof refusalTexts]
  return <Message title={t(title)} icon={icon} hint={t(hint)} openLabel={t('open')} />
}
