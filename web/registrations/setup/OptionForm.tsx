import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ValueFaults } from '#shared/rules/faults.ts'
import { priceFault } from '#shared/rules/fees.ts'
import { optionFaults, optionLimits } from '#shared/rules/registrations/options.ts'
import { type AnswerOf, ApiProblem, cacheKey, callApi, type InputOf } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Field } from '../../kit/Field.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { moneyText } from '../../kit/format.ts'
import { MoneyField, NumberField } from '../../kit/NumberField.tsx'
import { Radios } from '../../kit/Radios.tsx'
import { newPart } from '../../api/newPart.ts'
import { ConflictNotice } from '../../shell/ConflictNotice.tsx'
import { refresh, useSave } from '../../shell/useSave.ts'
import { useSaveAtRevision } from '../../shell/useVersionedSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, Option } from '../answers.ts'
import { OptionEvents } from './OptionEvents.tsx'

const OPTIONS = 'GET /rest-api/registration/event-options/{registrationId}/summary'

type Values = {
  name: string
  description: string
  costs: 'free' | 'price' | ''
  price: number | null
  places: number | null
  eventIds: string[]
}
const toPriceInCents = ({ costs, price }: Pick<Values, 'costs' | 'price'>) => (costs === 'free' ? 0 : (price ?? 0))

type Props = { details: Details; option: Option | undefined; close: () => void }

/** An option: name, price and places; for an event also its dates. */
export function OptionForm({ details, option, close }: Props) {
  const t = useTexts('registrations', english)
  const { registrationId, registrationType } = details
  const config = useSWRConfig()
  const id = useRef(option?.id ?? `option-${newPart('')}`)
  const saving = { refreshes: [OPTIONS], saved: t('savedOption') } as const
  const adding = useSave('POST /rest-api/registration/event-options/{registrationId}', saving)
  const changing = useSave('PUT /rest-api/registration/event-options/{registrationId}/{optionId}', saving)
  const loadedRevision = useState(option?.revision ?? 0)
  const form = useForm<Values>({
    values: {
      name: option?.name ?? '',
      description: option?.description ?? '',
      costs: option?.priceInCents === 0 ? 'free' : 'price',
      price: option && option.priceInCents > 0 ? option.priceInCents : null,
      places: option?.places ?? null,
      eventIds: option?.eventIds ?? [],
    },
    faults: ({ costs, price, ...values }): ValueFaults => ({
      ...optionFaults({ ...values, priceInCents: 0 }, registrationType),
      // A free option is chosen explicitly, so a price must be above zero.
      price: costs === 'price' ? priceFault(price) : undefined,
    }),
    fieldNames: { priceInCents: 'price' },
    async save({ costs, price, ...values }) {
      const body = { ...values, priceInCents: toPriceInCents({ costs, price }) }
      try {
        if (option) {
          const { id: optionId } = option
          const saveAtRevision = async (revision: number) => {
            const saved = await changing.save({ registrationId, optionId, body: { ...body, revision } })
            return saved?.options.find((each) => each.id === optionId)
          }
          if (!(await versioned.save(saveAtRevision))) return false
        } else await adding.save({ registrationId, body: { ...body, id: id.current } })
      } catch (error) {
        // Another option has that name by now: it is shown beside the form.
        if (error instanceof ApiProblem && error.code === 'REGISTRATION_EVENT_OPTION_NAME_EXISTS')
          refresh(config, OPTIONS)
        throw error
      }
      close()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: option?.revision ?? 0,
    isDirty: form.dirty,
    refetch: () => config.mutate(cacheKey(OPTIONS, { registrationId })),
    resetForm: form.discard,
  })
  const { costs } = form.values
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      <Field label={t('optionName')} hint={t('optionNameHint')} required autoComplete="off" {...form.field('name')} />
      <Field label={t('optionDescription')} maxLength={optionLimits.description} {...form.field('description')} />
      <Radios
        label={t('costs')}
        options={[
          { value: 'price', label: t('hasPrice') },
          { value: 'free', label: t('free') },
        ]}
        {...form.field('costs')}
      />
      {costs === 'price' && (
        <>
          <MoneyField label={t('price')} required {...form.field('price')} />
          <PriceSplit details={details} priceInCents={form.values.price ?? 0} />
        </>
      )}
      <NumberField label={t('optionPlaces')} hint={t('placesHint')} {...form.field('places')} />
      {registrationType === 'EVENT' && (
        <OptionEvents registrationId={registrationId} option={option} {...form.field('eventIds')} />
      )}
    </Form>
  )
}

const PRICE = 'POST /rest-api/registration/price/{registrationId}'
type Split = AnswerOf<typeof PRICE>
const calculate = (input: InputOf<typeof PRICE>, signal: AbortSignal) =>
  callApi(PRICE, input, { handles: ['failures'], signal })

/** For a price: what a family pays, the fees, and what the club gets; or why the price is too low. */
function PriceSplit({ details, priceInCents }: { details: Details; priceInCents: number }) {
  const t = useTexts('registrations', english)
  const [split, setSplit] = useState<Split | string>()
  const { registrationId } = details
  const { absorbFees } = details.setup
  useEffect(() => {
    if (priceInCents <= 0) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const body = { priceInCents, absorbFees }
      const input = { registrationId, body }
      calculate(input, controller.signal).then(
        setSplit,
        (error: unknown) =>
          void (error instanceof ApiProblem && !controller.signal.aborted && setSplit(problemText(error))),
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [registrationId, priceInCents, absorbFees])
  if (priceInCents <= 0) return null
  return (
    <p role="status" className={typeof split === 'string' ? styles.unsaved : styles.muted}>
      {typeof split === 'string'
        ? split
        : split &&
          t('split', {
            pays: moneyText(split.paysInCents),
            taken: moneyText(split.takenInCents),
            gets: moneyText(split.getsInCents),
          })}
    </p>
  )
}
