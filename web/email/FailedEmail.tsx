import { useId } from 'react'
import { orgUnitOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { dateTimeText } from '../kit/format.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Email.module.css'
import type { Email } from './email.ts'
import { writePath } from './writePath.ts'
import texts from './texts.en.json'

type Props = { email: Email; sent: NonNullable<Email['sent']> }

/** A scheduled email that went to nobody: why, and a link to write it again. */
export function FailedEmail({ email: { id: emailId, from, time, timezone, why = 'nobody' }, sent: { to } }: Props) {
  const t = useTexts('email', texts)
  const id = useId()
  const whyCannotSend = useWhyCannot()('canSendMessages', orgUnitOf(emailId))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('whatBecame')}</h2>
      <Notice tone="danger">
        <p>{t('wentToNobody', { time: dateTimeText(time, timezone) })}</p>
        <p>{why === 'notAllowed' ? t('whyNot_notAllowed', { from }) : t(`whyNot_${why}`)}</p>
      </Notice>
      <div className={styles.actions}>
        {whyCannotSend === undefined ? (
          <ButtonLink kind="primary" to={writePath(emailId, to, { from: emailId })}>
            {t('writeAgain')}
          </ButtonLink>
        ) : (
          <Button disabledReason={whyCannotSend}>{t('writeAgain')}</Button>
        )}
      </div>
    </section>
  )
}
