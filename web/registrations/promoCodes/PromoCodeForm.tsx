import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { dayIn } from '#shared/rules/days.ts'
import { promoCodeFaults, type PromoCodeType } from '#shared/rules/registrations/promoCodes.ts'
import { cacheKey } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { DateField } from '../../kit/DateField.tsx'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { MoneyField, NumberField } from '../../kit/NumberField.tsx'
import { Radios } from '../../kit/Radios.tsx'
import { newPart } from '../../api/newPart.ts'
import { ConflictNotice } from '../../shell/ConflictNotice.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useSaveAtRevision } from '../../shell/useVersionedSave.ts'
import english from '../texts.en.json'
import type { Details, PromoCode } from '../answers.ts'

const CODES = 'GET /rest-api/registration/promo-codes/{registrationId}'

type Values = {
  codeTitle: string
  promoCodeType: PromoCodeType | ''
  discountInCents: number | null
  discountInPercentile: number | null
  expires: string
  maxUse: number | null
}

type Props = { details: Details; promoCode: PromoCode | undefined; close: () => void }

export function PromoCodeForm({ details, promoCode, close }: Props) {
  const t = useTexts('registrations', english)
  const { registrationId, organization } = details
  const id = useRef(promoCode?.id ?? `code-${newPart('')}`)
  const saving = {
    refreshes: [CODES],
    saved: t('savedCode'),
  } as const
  const adding = useSave('POST /rest-api/registration/promo-codes/{registrationId}', saving)
  const changing = useSave('PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}', saving)
  const toPromoCodeBody = ({ expires, promoCodeType, ...rest }: Values) => ({
    ...rest,
    promoCodeType: promoCodeType || ('AMOUNT' as const),
    // An empty field means none.
    expires: expires || null,
  })
  const { mutate } = useSWRConfig()
  const loadedRevision = useState(promoCode?.revision ?? 0)
  const form = useForm<Values>({
    values: {
      codeTitle: promoCode?.codeTitle ?? '',
      promoCodeType: promoCode?.promoCodeType ?? 'AMOUNT',
      discountInCents: promoCode?.discountInCents ?? null,
      discountInPercentile: promoCode?.discountInPercentile ?? null,
      expires: promoCode?.expires ?? '',
      maxUse: promoCode?.maxUse ?? null,
    },
    faults: (values) => {
      const today = dayIn(new Date().toISOString(), organization.timezone)
      return promoCodeFaults(toPromoCodeBody(values), { today, stands: promoCode?.expires ?? null })
    },
    async save(values) {
      const body = toPromoCodeBody(values)
      if (promoCode) {
        const { id: promoCodeId } = promoCode
        const saveAtRevision = async (revision: number) => {
          const saved = await changing.save({ registrationId, promoCodeId, body: { ...body, revision } })
          return saved?.promoCodes.find((each) => each.id === promoCodeId)
        }
        if (!(await versioned.save(saveAtRevision))) return false
      } else await adding.save({ registrationId, body: { ...body, id: id.current } })
      close()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: promoCode?.revision ?? 0,
    isDirty: form.dirty,
    refetch: () => mutate(cacheKey(CODES, { registrationId })),
    resetForm: form.discard,
  })
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      <Field label={t('code')} hint={t('codeHint')} required autoComplete="off" {...form.field('codeTitle')} />
      <Radios
        label={t('discount')}
        options={[
          { value: 'AMOUNT', label: t('AMOUNT') },
          { value: 'PERCENT', label: t('PERCENT') },
        ]}
        {...form.field('promoCodeType')}
      />
      {form.values.promoCodeType === 'PERCENT' ? (
        <NumberField label={t('percentOff')} digits={2} required {...form.field('discountInPercentile')} />
      ) : (
        <MoneyField label={t('amountOff')} required {...form.field('discountInCents')} />
      )}
      <DateField label={t('expires')} hint={t('expiresHint')} {...form.field('expires')} />
      <NumberField label={t('maxUse')} hint={t('maxUseHint')} {...form.field('maxUse')} />
    </Form>
  )
}
