import { useState } from 'react'
import { type AnswerOf, ApiProblem, callApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { moneyText, numberText } from '../kit/format.ts'
import { changeDraft, useDraft } from './draft.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'

const FIND = 'GET /rest-api/payments/promotions/{code}'
type Promotion = AnswerOf<typeof FIND>
type Props = { promotion: Promotion | undefined; onChoose: (promotion: Promotion | undefined) => void; product: string }

/** A coupon code: looked up before ordering, to show its discount. */
export function Coupon({ promotion, onChoose, product }: Props) {
  const t = useTexts('subscriptions', english)
  const { couponCode } = useDraft()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function applyCode(): Promise<void> {
    const code = couponCode.trim()
    if (!/^[\w-]{1,64}$/.test(code)) return setFault(t('noSuchCode'))
    setBusy(true)
    setFault(undefined)
    try {
      const foundPromotion = await callApi(FIND, { code }, { handles: ['failures', 'not_found'] })
      const isValid = foundPromotion.active && foundPromotion.coupon.valid
      if (!isValid) setFault(t('codeOver'))
      onChoose(isValid ? foundPromotion : undefined)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      onChoose(undefined)
      setFault(error.code === 'not_found' ? t('noSuchCode') : problemText(error))
    } finally {
      setBusy(false)
    }
  }

  const { appliesTo: { products = [] } = {}, durationInMonths = null } = promotion?.coupon ?? {}
  const isForOtherProducts = products.length > 0 && !products.includes(product)
  return (
    <Card aria-label={t('coupon')}>
      <form
        className={styles.coupon}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void applyCode()
        }}
      >
        <Field
          label={t('coupon')}
          value={couponCode}
          autoComplete="off"
          fault={fault}
          onChange={(text) => {
            changeDraft({ couponCode: text })
            onChoose(undefined)
          }}
        />
        <Button type="submit" busy={busy}>
          {t('apply')}
        </Button>
      </form>
      {promotion && (
        <Notice tone={isForOtherProducts ? 'warning' : 'success'}>
          {isForOtherProducts
            ? t('codeElsewhere')
            : durationInMonths === null
              ? t('codeGives', { off: toDiscountText(promotion) })
              : t('codeGivesFor', { off: toDiscountText(promotion), count: durationInMonths })}
        </Notice>
      )}
    </Card>
  )
}

const toDiscountText = ({ coupon: { amountOff, percentOff } }: Promotion): string =>
  amountOff === null ? `${numberText(percentOff ?? 0, 2)}%` : moneyText(amountOff)
