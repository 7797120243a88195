import { useState } from 'react'
import { dayIn } from '#shared/rules/days.ts'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { dateText, moneyText, numberText } from '../../kit/format.ts'
import { Menu } from '../../kit/Menu.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useNow } from '../../shell/useNow.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, PromoCode } from '../answers.ts'
import { PromoCodeForm } from './PromoCodeForm.tsx'

const CODES = 'GET /rest-api/registration/promo-codes/{registrationId}'

/** Promo codes for lower prices. */
export function PromoCodesStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(CODES, { registrationId }, { handles: ['failures'] })
  const [editedCode, setEditedCode] = useState<PromoCode | 'new'>()
  // The current version, including changes made by others meanwhile.
  const currentCode =
    editedCode === 'new' ? undefined : (read.data?.promoCodes.find(({ id }) => id === editedCode?.id) ?? editedCode)
  const deleting = useSave('DELETE /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}', {
    refreshes: [CODES],
    saved: t('removed'),
    failed: problemText,
  })
  async function remove({ id, codeTitle: name }: PromoCode) {
    if (await confirm({ title: t('removeAsk', { name }), lost: t('removeCodeLost'), yes: t('remove') }))
      await deleting.save({ registrationId, promoCodeId: id })
  }
  const today = dayIn(useNow(), details.organization.timezone)
  const isExpired = ({ expires }: PromoCode) => expires !== null && expires < today
  const toFactsText = ({ expires, maxUse }: PromoCode) =>
    [
      expires ? t('until', { day: dateText(expires) }) : t('noEnd'),
      maxUse === null ? t('anyUses') : t('uses', { count: maxUse }),
    ].join(' · ')
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_promo-codes')}>
        <h2>{t('step_promo-codes')}</h2>
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('codesFailed')}
          empty={{
            when: ({ promoCodes }) => promoCodes.length === 0,
            show: <p className={styles.muted}>{t('noCodes')}</p>,
          }}
        >
          {({ promoCodes }) => (
            <ul className={styles.list} aria-label={t('step_promo-codes')}>
              {promoCodes.map((code) => (
                <li key={code.id} className={styles.row}>
                  <span className={styles.what}>
                    <span className={styles.name}>
                      {code.codeTitle} {isExpired(code) && <Badge tone="warning">{t('codeOver')}</Badge>}
                    </span>
                    <span className={styles.muted}>{toFactsText(code)}</span>
                  </span>
                  <span className={styles.figure}>
                    {code.promoCodeType === 'AMOUNT'
                      ? `− ${moneyText(code.discountInCents ?? 0)}`
                      : `− ${numberText(code.discountInPercentile ?? 0, 2)}%`}
                  </span>
                  <Menu
                    about={code.codeTitle}
                    items={[
                      { label: t('edit'), run: () => setEditedCode(code) },
                      { label: t('remove'), danger: true, run: () => void remove(code) },
                    ]}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <div className={styles.buttons}>
          <Button onClick={() => setEditedCode('new')}>{t('addCode')}</Button>
        </div>
      </Card>
      <NextButton next={next} />
      <Dialog
        opened={editedCode !== undefined}
        close={() => setEditedCode(undefined)}
        title={editedCode === 'new' ? t('addCode') : t('editCode')}
      >
        {editedCode && (
          <PromoCodeForm details={details} promoCode={currentCode} close={() => setEditedCode(undefined)} />
        )}
      </Dialog>
    </div>
  )
}
