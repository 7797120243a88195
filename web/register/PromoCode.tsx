import { useState } from 'react'
import { callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import type { OpenRegistration, Summary } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'
import { useAttempt } from './useAttempt.ts'

type Props = { registration: OpenRegistration; summary: Summary; onSummaryChange: (changed: Summary) => void }
/** Applies or removes a promo code. */
export function PromoCode({ registration, summary, onSummaryChange }: Props) {
  const t = useTexts('register', english)
  const [code, setCode] = useState('')
  const { attempt, busy, problem } = useAttempt()
  const applyCode = (newCode: string | null) =>
    attempt(async () => {
      const input = { registrationId: registration.id, body: { code: newCode } }
      onSummaryChange(
        await callApi('POST /rest-api/register/{registrationId}/promo-code', input, { handles: ['failures'] }),
      )
      setCode('')
    })
  return (
    <Card aria-label={t('promoCode')}>
      {summary.promoCode ? (
        <div className={styles.child}>
          <span>
            {summary.promoCode.usedFor < summary.players.length
              ? t('promoUsedFor', {
                  code: summary.promoCode.codeTitle,
                  count: summary.promoCode.usedFor,
                  all: summary.players.length,
                })
              : t('promoUsed', { code: summary.promoCode.codeTitle })}
          </span>
          <Button kind="quiet" busy={busy} onClick={() => void applyCode(null)}>
            {t('remove')}
          </Button>
        </div>
      ) : (
        <form
          className={styles.code}
          onSubmit={(event) => {
            event.preventDefault()
            void applyCode(code)
          }}
        >
          <Field
            label={t('promoCode')}
            value={code}
            onChange={setCode}
            fault={problem && problemText(problem)}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Button type="submit" busy={busy} {...(code.trim() === '' && { disabledReason: t('typeCode') })}>
            {t('use')}
          </Button>
        </form>
      )}
    </Card>
  )
}
