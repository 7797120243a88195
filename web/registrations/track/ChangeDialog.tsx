import { playerOf } from '#shared/ids.ts'
import { answerFaults, changeableFields, fieldsOf, visibleQuestions } from '#shared/rules/register/answers.ts'
import { choiceFaults, chosenItems, type Selection, sentAddOns } from '#shared/rules/register/choices.ts'
import { repriced } from '#shared/rules/register/price.ts'
import { type AnswerOf, useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Notice } from '../../kit/Badge.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { type Bound, useForm } from '../../kit/form/useForm.ts'
import { moneyText } from '../../kit/format.ts'
import { Frame } from '../../kit/Frame.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Radios } from '../../kit/Radios.tsx'
import { Select } from '../../kit/Select.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { AddOn, Details, RegistrationEntry, Option } from '../answers.ts'
import { toFirstName, toFullName } from './entryName.ts'
import { AnswerField } from './AnswerField.tsx'

const ENTRY = 'GET /rest-api/registration/track/{registrationId}/entry'
type Entry = AnswerOf<typeof ENTRY>
type Props = { details: Details; entry: RegistrationEntry | undefined; close: () => void }

/** Changes a player's options, add-ons and answers on the family's behalf. */
export function ChangeDialog({ details, entry, close }: Props) {
  const t = useTexts('registrations', english)
  return (
    <Dialog opened={entry !== undefined} close={close} title={entry ? t('changeOf', { name: toFullName(entry) }) : ''}>
      {entry && <ChangeLoader details={details} entry={entry} close={close} />}
    </Dialog>
  )
}

function ChangeLoader({ details, entry, close }: Props & { entry: RegistrationEntry }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const input = { registrationId, query: { playerId: playerOf(entry.registrationPlayerId) } }
  const entryDetails = useApi(ENTRY, input, { handles: ['failures'] })
  const options = useApi(
    'GET /rest-api/registration/event-options/{registrationId}/summary',
    { registrationId },
    { handles: ['failures'] },
  )
  const addOns = useApi(
    'GET /rest-api/registration/add-ons/{registrationId}',
    { registrationId },
    { handles: ['failures'] },
  )
  const loadedProps = { skeleton: <RowSkeletons label={t('loading')} height="64px" />, failed: t('trackFailed') }
  return (
    <Loaded read={entryDetails} {...loadedProps}>
      {(loadedEntry) => (
        <Loaded read={options} {...loadedProps}>
          {(loadedOptions) => (
            <Loaded read={addOns} {...loadedProps}>
              {(loadedAddOns) => (
                <ChangeForm
                  details={details}
                  entry={entry}
                  entryDetails={loadedEntry}
                  options={loadedOptions.options}
                  addOns={loadedAddOns.addOns}
                  close={close}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** An add-on has one entry per unit: its kind, or '' if it has none. */
type Values = { optionIds: string[]; units: Record<string, string[]>; answers: Record<string, string[]> }
type ChangeFormProps = Props & { entry: RegistrationEntry; entryDetails: Entry; options: Option[]; addOns: AddOn[] }
function ChangeForm({ details, entry, entryDetails, options, addOns, close }: ChangeFormProps) {
  const t = useTexts('registrations', english)
  const { registrationId, registrationType, questions, organization } = details
  const { save } = useSave('POST /rest-api/register/{registrationId}/change', {
    refreshes: [
      ENTRY,
      'GET /rest-api/registration/track/{registrationId}',
      'GET /rest-api/registration/track/{registrationId}/totals',
    ],
    saved: t('changedFor', { name: toFirstName(entry) }),
  })
  const { given: stored } = entryDetails
  const changeable = changeableFields(questions)
  const offer = { registrationType, options, addOns }
  const storedValues: Values = {
    optionIds: stored.optionIds,
    units: Object.fromEntries(
      addOns.map(({ id }) => {
        const { quantity = 0, kindIds = [] } = stored.addOns.find(({ addOnId }) => addOnId === id) ?? {}
        return [id, Array.from({ length: quantity }, (_, i) => kindIds[i] ?? '')]
      }),
    ),
    answers: Object.fromEntries(changeable.map((field) => [field, stored.answers[field] ?? []])),
  }
  const isChoiceChanged = (values: Values) =>
    JSON.stringify(toPicked(values)) !== JSON.stringify(toPicked(storedValues))
  const computePrice = (values: Values) =>
    isChoiceChanged(values)
      ? repriced(entryDetails, chosenItems(offer, toPicked(values))).priceInCents
      : entryDetails.priceInCents
  const isChanged = (values: Values, field: string) =>
    JSON.stringify(values.answers[field] ?? []) !== JSON.stringify(storedValues.answers[field] ?? [])
  const form = useForm<Values>({
    values: storedValues,
    fieldNames: Object.fromEntries(addOns.map(({ id }) => [`addOns.${id}`, `units.${id}`])),
    faults(values) {
      const choice = isChoiceChanged(values) ? choiceFaults(offer, toPicked(values)) : {}
      const signer = { firstName: '', lastName: '' }
      const answers = answerFaults(questions, values.answers, { signer, country: organization.country })
      return Object.fromEntries([
        ...Object.entries(choice).map(([index, fault]) => [index.replace(/^addOns\./, 'units.'), fault] as const),
        ...changeable
          .filter((field) => isChanged(values, field))
          .map((field) => [`answers.${field}`, answers[field]] as const),
      ])
    },
    async save(values) {
      const body = {
        registrationPlayerId: entry.registrationPlayerId,
        optionIds: values.optionIds,
        addOnFormResponses: sentAddOns(toPicked(values).addOns),
        answers: Object.fromEntries(
          changeable.filter((field) => isChanged(values, field)).map((field) => [field, values.answers[field] ?? []]),
        ),
        priceInCents: computePrice(values),
        revision: stored.revision,
      }
      await save({ registrationId, body })
      close()
    },
  })
  const { values } = form
  return (
    <Form of={form} submit={t('save')}>
      <p className={styles.muted}>{t('changeHint')}</p>
      <OptionsField registrationType={registrationType} options={options} field={form.field('optionIds')} />
      {addOns.map((addOn) => (
        <AddOnField
          key={addOn.id}
          addOn={addOn}
          field={form.field(`units.${addOn.id}`) as Bound<string[] | undefined>}
        />
      ))}
      <PriceChange waits={entry.waits} before={entryDetails.priceInCents} newPrice={computePrice(values)} />
      {visibleQuestions(questions, { ...stored.answers, ...values.answers })
        .filter((question) => fieldsOf(question).some((field) => changeable.includes(field)))
        .map((question) => (
          <AnswerField
            key={question.id}
            question={question}
            field={(name) => form.field(`answers.${name}`) as Bound<string[] | undefined>}
          />
        ))}
    </Form>
  )
}

const toPicked = ({ optionIds, units }: Values): Selection => ({
  optionIds,
  addOns: Object.entries(units)
    .filter(([, units]) => units.length > 0)
    .map(([addOnId, units]) => ({ addOnId, quantity: units.length, kindIds: units.filter(Boolean) })),
})

/** The new price, and its effect on what the family owes. */
function PriceChange({ waits, before: previousPrice, newPrice }: { waits: boolean; before: number; newPrice: number }) {
  const t = useTexts('registrations', english)
  const sums = {
    now: moneyText(newPrice),
    before: moneyText(previousPrice),
    by: moneyText(Math.abs(newPrice - previousPrice)),
  }
  if (newPrice === previousPrice) return <p className={styles.muted}>{t('costsSame', sums)}</p>
  return (
    <Notice tone="warning">
      {t('costsOther', sums)} {t(waits ? 'owedNothing' : newPrice > previousPrice ? 'owedMore' : 'owedLess', sums)}
    </Notice>
  )
}

type OptionsFieldProps = { registrationType: Details['registrationType']; options: Option[]; field: Bound<string[]> }
function OptionsField({ registrationType, options, field }: OptionsFieldProps) {
  const t = useTexts('registrations', english)
  const { value, onChange, fault, name } = field
  const toLabel = (option: Option) => `${option.name} · ${moneyText(option.priceInCents)}`
  if (options.length < 2) return null
  if (registrationType === 'TEAM')
    return (
      <Radios
        label={t('chosen')}
        name={name}
        fault={fault}
        value={value[0] ?? ''}
        onChange={(id) => onChange([id])}
        options={options.map((option) => ({ value: option.id, label: toLabel(option) }))}
      />
    )
  return (
    <Frame id="chosen" label={t('chosen')} name={name} fault={fault} group>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={toLabel(option)}
          value={value.includes(option.id)}
          onChange={(on) => onChange(on ? [...value, option.id] : value.filter((id) => id !== option.id))}
        />
      ))}
    </Frame>
  )
}

function AddOnField({ addOn, field }: { addOn: AddOn; field: Bound<string[] | undefined> }) {
  const t = useTexts('registrations', english)
  const { addOnName, addOns: kinds } = addOn
  const { value = [], onChange, fault, ...rest } = field
  // A missing kind is reported at its own field.
  const isKindMissing = kinds.length > 0 && value.includes('')
  return (
    <>
      <NumberField
        {...rest}
        fault={isKindMissing ? undefined : fault}
        label={t('howMany', { what: addOnName })}
        value={value.length}
        onChange={(quantity) =>
          onChange(Array.from({ length: Math.min(quantity ?? 0, maxUnits) }, (_, i) => value[i] ?? ''))
        }
      />
      {kinds.length > 0 &&
        value.map((kind, i) => (
          <Select
            // A unit is identified by its position only.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            label={t('kindOf', { what: addOnName, number: i + 1 })}
            placeholder={t('chooseKind')}
            fault={kind === '' ? fault : undefined}
            value={kind}
            onChange={(id) => onChange(value.map((each, index) => (index === i ? id : each)))}
            options={kinds.map(({ id, name, priceInCents }) => ({
              value: id,
              label: `${name} · ${moneyText(priceInCents)}`,
            }))}
          />
        ))}
    </>
  )
}
const maxUnits = 99
