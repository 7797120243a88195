import { playerOf } from '#shared/ids.ts'
import { answerFaults, changeableFields, fieldsOf, shownOf } from '#shared/rules/register/answers.ts'
import { choiceFaults, chosenOf, type Picked, sentAddOns } from '#shared/rules/register/choices.ts'
import { pricedAnew } from '#shared/rules/register/price.ts'
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
import type { AddOn, Details, Line, Option } from '../answers.ts'
import { calledOf, nameOf } from './called.ts'
import { Answer } from './ChangeAnswer.tsx'

const ENTRY = 'GET /rest-api/registration/track/{registrationId}/entry'
type Entry = AnswerOf<typeof ENTRY>
type Props = { details: Details; line: Line | undefined; close: () => void }

/** Changes a player's options, add-ons and answers on the family's behalf. */
export function Change({ details, line, close }: Props) {
  const t = useTexts('registrations', english)
  return (
    <Dialog opened={line !== undefined} close={close} title={line ? t('changeOf', { name: nameOf(line) }) : ''}>
      {line && <Read details={details} line={line} close={close} />}
    </Dialog>
  )
}

function Read({ details, line, close }: Props & { line: Line }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const about = { registrationId, query: { playerId: playerOf(line.registrationPlayerId) } }
  const entry = useApi(ENTRY, about, { handles: ['failures'] })
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
  const shared = { skeleton: <RowSkeletons label={t('loading')} height="64px" />, failed: t('trackFailed') }
  return (
    <Loaded read={entry} {...shared}>
      {(there) => (
        <Loaded read={options} {...shared}>
          {(offered) => (
            <Loaded read={addOns} {...shared}>
              {(bought) => (
                <Fields
                  details={details}
                  line={line}
                  entry={there}
                  options={offered.options}
                  addOns={bought.addOns}
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
type FieldsProps = Props & { line: Line; entry: Entry; options: Option[]; addOns: AddOn[] }
function Fields({ details, line, entry, options, addOns, close }: FieldsProps) {
  const t = useTexts('registrations', english)
  const { registrationId, registrationType, questions, organization } = details
  const { save } = useSave('POST /rest-api/register/{registrationId}/change', {
    refreshes: [
      ENTRY,
      'GET /rest-api/registration/track/{registrationId}',
      'GET /rest-api/registration/track/{registrationId}/totals',
    ],
    saved: t('changedFor', { name: calledOf(line) }),
  })
  const { given } = entry
  const changeable = changeableFields(questions)
  const offered = { registrationType, options, addOns }
  const before: Values = {
    optionIds: given.optionIds,
    units: Object.fromEntries(
      addOns.map(({ id }) => {
        const { quantity = 0, kindIds = [] } = given.addOns.find(({ addOnId }) => addOnId === id) ?? {}
        return [id, Array.from({ length: quantity }, (_, i) => kindIds[i] ?? '')]
      }),
    ),
    answers: Object.fromEntries(changeable.map((field) => [field, given.answers[field] ?? []])),
  }
  const isOther = (values: Values) => JSON.stringify(pickedOf(values)) !== JSON.stringify(pickedOf(before))
  const priceOf = (values: Values) =>
    isOther(values) ? pricedAnew(entry, chosenOf(offered, pickedOf(values))).priceInCents : entry.priceInCents
  const isChanged = (values: Values, field: string) =>
    JSON.stringify(values.answers[field] ?? []) !== JSON.stringify(before.answers[field] ?? [])
  const form = useForm<Values>({
    values: before,
    fieldNames: Object.fromEntries(addOns.map(({ id }) => [`addOns.${id}`, `units.${id}`])),
    faults(values) {
      const choice = isOther(values) ? choiceFaults(offered, pickedOf(values)) : {}
      const signer = { firstName: '', lastName: '' }
      const answers = answerFaults(questions, values.answers, { signer, country: organization.country })
      return Object.fromEntries([
        ...Object.entries(choice).map(([at, fault]) => [at.replace(/^addOns\./, 'units.'), fault] as const),
        ...changeable
          .filter((field) => isChanged(values, field))
          .map((field) => [`answers.${field}`, answers[field]] as const),
      ])
    },
    async save(values) {
      const body = {
        registrationPlayerId: line.registrationPlayerId,
        optionIds: values.optionIds,
        addOnFormResponses: sentAddOns(pickedOf(values).addOns),
        answers: Object.fromEntries(
          changeable.filter((field) => isChanged(values, field)).map((field) => [field, values.answers[field] ?? []]),
        ),
        priceInCents: priceOf(values),
        revision: given.revision,
      }
      await save({ registrationId, body })
      close()
    },
  })
  const { values } = form
  return (
    <Form of={form} submit={t('save')}>
      <p className={styles.muted}>{t('changeHint')}</p>
      <Chosen registrationType={registrationType} options={options} bound={form.field('optionIds')} />
      {addOns.map((addOn) => (
        <Units key={addOn.id} addOn={addOn} bound={form.field(`units.${addOn.id}`) as Bound<string[] | undefined>} />
      ))}
      <Price waits={line.waits} before={entry.priceInCents} now={priceOf(values)} />
      {shownOf(questions, { ...given.answers, ...values.answers })
        .filter((question) => fieldsOf(question).some((field) => changeable.includes(field)))
        .map((question) => (
          <Answer
            key={question.id}
            question={question}
            field={(name) => form.field(`answers.${name}`) as Bound<string[] | undefined>}
          />
        ))}
    </Form>
  )
}

const pickedOf = ({ optionIds, units }: Values): Picked => ({
  optionIds,
  addOns: Object.entries(units)
    .filter(([, all]) => all.length > 0)
    .map(([addOnId, all]) => ({ addOnId, quantity: all.length, kindIds: all.filter(Boolean) })),
})

/** The new price, and its effect on what the family owes. */
function Price({ waits, before, now }: { waits: boolean; before: number; now: number }) {
  const t = useTexts('registrations', english)
  const sums = { now: moneyText(now), before: moneyText(before), by: moneyText(Math.abs(now - before)) }
  if (now === before) return <p className={styles.muted}>{t('costsSame', sums)}</p>
  return (
    <Notice tone="warning">
      {t('costsOther', sums)} {t(waits ? 'owedNothing' : now > before ? 'owedMore' : 'owedLess', sums)}
    </Notice>
  )
}

type ChosenProps = { registrationType: Details['registrationType']; options: Option[]; bound: Bound<string[]> }
function Chosen({ registrationType, options, bound }: ChosenProps) {
  const t = useTexts('registrations', english)
  const { value, onChange, fault, name } = bound
  const labelOf = (option: Option) => `${option.name} · ${moneyText(option.priceInCents)}`
  if (options.length < 2) return null
  if (registrationType === 'TEAM')
    return (
      <Radios
        label={t('chosen')}
        name={name}
        fault={fault}
        value={value[0] ?? ''}
        onChange={(id) => onChange([id])}
        options={options.map((option) => ({ value: option.id, label: labelOf(option) }))}
      />
    )
  return (
    <Frame id="chosen" label={t('chosen')} name={name} fault={fault} group>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={labelOf(option)}
          value={value.includes(option.id)}
          onChange={(on) => onChange(on ? [...value, option.id] : value.filter((id) => id !== option.id))}
        />
      ))}
    </Frame>
  )
}

function Units({ addOn, bound }: { addOn: AddOn; bound: Bound<string[] | undefined> }) {
  const t = useTexts('registrations', english)
  const { addOnName, addOns: kinds } = addOn
  const { value = [], onChange, fault, ...rest } = bound
  // A missing kind is reported at its own field.
  const lacksKind = kinds.length > 0 && value.includes('')
  return (
    <>
      <NumberField
        {...rest}
        fault={lacksKind ? undefined : fault}
        label={t('howMany', { what: addOnName })}
        value={value.length}
        onChange={(many) => onChange(Array.from({ length: Math.min(many ?? 0, maxUnits) }, (_, i) => value[i] ?? ''))}
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
            onChange={(id) => onChange(value.map((each, at) => (at === i ? id : each)))}
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
