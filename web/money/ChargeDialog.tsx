import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { selected } from '#shared/rules/faults.ts'
import { feeDescriptionLimit, feeFaults, instalmentsOf, maxChargedAtOnce, maxInstalments } from '#shared/rules/fees.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { useForm } from '../kit/form/useForm.ts'
import { dateText, moneyText } from '../kit/format.ts'
import { MoneyField } from '../kit/NumberField.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { Select } from '../kit/Select.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import { ChargedPlayers, filterTeamPlayers, type Player } from './ChargedPlayers.tsx'
import { type FeeBearer, FeeBearerField } from './FeeBearerField.tsx'
import { useTeamName } from './FeeTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { useConfirmDiscard } from './useConfirmDiscard.ts'

type Props = { orgUnitId: string; opened: boolean; close: () => void }

/** Dialog that charges players with a fee. */
export function ChargeDialog({ orgUnitId, opened, close }: Props) {
  const t = useTexts('money', english)
  return (
    <Dialog opened={opened} close={close} title={t('charge')}>
      {opened && <ChargeForm orgUnitId={orgUnitId} close={close} />}
    </Dialog>
  )
}

const toDraftKey = (unit: string) => `fee.${unit}`
const refreshedReads = ['GET /rest-api/fee/search/{orgUnitId}', 'GET /rest-api/fee/totals/{orgUnitId}'] as const

function ChargeForm({ orgUnitId, close }: { orgUnitId: string; close: () => void }) {
  const t = useTexts('money', english)
  const orgId = organizationOf(orgUnitId)
  const units = useApi('GET /rest-api/fee/admin-teams/{orgId}', { orgId }, { handles: ['failures'] })
  const [unit, setUnit] = useState(orgUnitId)
  const read = useApi('GET /rest-api/fee/players/{orgUnitId}', { orgUnitId: unit }, { handles: ['failures'] })
  // The typed values move along to the other team, except the chosen players.
  const changeUnit = (next: string) => {
    if (next === '' || next === unit) return
    const { playerIds: _, ...draftValues } = readDraft(toDraftKey(unit))
    if (Object.keys(draftValues).length > 0) {
      keepDraft(toDraftKey(unit), {})
      keepDraft(toDraftKey(next), draftValues)
    }
    setUnit(next)
  }
  const nameOf = useTeamName()
  const teamOptions = (units.data?.teams ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // Archived teams are not offered, unless the dialog was opened for one.
  const isUnitOffered = unit === orgId || teamOptions.some(({ value }) => value === unit)
  return (
    <div className={styles.page}>
      <OneOf
        label={t('chargeWhom')}
        value={unit}
        onChange={changeUnit}
        options={[
          ...(units.data?.all || unit === orgId ? [{ value: orgId, label: t('wholeClub') }] : []),
          ...teamOptions,
          ...(isUnitOffered ? [] : [{ value: unit, label: nameOf(unit) }]),
        ]}
      />
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingPlayers')} rows={5} />}
        failed={t('playersFailed')}
        empty={{ when: ({ players }) => players.length === 0, show: <p>{t('nobodyToCharge')}</p> }}
      >
        {({ players }) => <ChargeFields key={unit} unit={unit} players={players} close={close} />}
      </Loaded>
    </div>
  )
}

/** The instalments, once amount and first due date are known. */
const toInstalments = ({ amount, dueOn, parts }: Pick<Values, 'amount' | 'dueOn' | 'parts'>) =>
  amount && dueOn && Number(parts) > 1 ? instalmentsOf(amount, dueOn, Number(parts)) : undefined

type Values = {
  playerIds: string[]
  name: string
  amount: number | null
  dueOn: string
  description: string
  bears: FeeBearer
  /** Number of instalments, as text. */
  parts: string
  tell: boolean
}

function ChargeFields({ unit, players, close }: { unit: string; players: Player[]; close: () => void }) {
  const t = useTexts('money', english)
  const draft = toDraftKey(unit)
  const creation = useDraftPart('d', draft)
  const handleChargedBefore = useSavedBefore(refreshedReads, 'fee_charged')
  const confirmDiscard = useConfirmDiscard(creation)
  const creating = useSave('POST /rest-api/fee/create', { refreshes: refreshedReads })
  const [chargedCount, setChargedCount] = useState(0)
  const form = useForm<Values>({
    draft,
    onDiscard: creation.startNew,
    confirmDiscard,
    values: {
      playerIds: filterTeamPlayers(players).map(({ id }) => id),
      name: '',
      amount: null,
      dueOn: '',
      description: '',
      bears: 'family',
      parts: '1',
      tell: true,
    },
    faults: (values) => ({ ...feeFaults(values), playerIds: selected(values.playerIds) }),
    fieldNames: { amountInCents: 'amount' },
    async save({ amount, bears, parts, playerIds, ...values }) {
      const instalments = toInstalments({ amount, parts, dueOn: values.dueOn })
      const body = {
        // The players may change between attempts: the same id extends the same fee to more of them.
        feeId: `${unit}.${creation.part}`,
        ...values,
        amountInCents: amount ?? 0,
        absorbFees: bears === 'club',
        ...(instalments && {
          instalments: instalments.map((part) => ({ amountInCents: part.amount, dueOn: part.dueOn })),
        }),
      }
      setChargedCount(0)
      const count = await creation.send(async () => {
        // If interrupted, all batches are sent again with the same id, which charges nobody twice.
        for (let from = 0; from < playerIds.length; from += maxChargedAtOnce) {
          const batch = playerIds.slice(from, from + maxChargedAtOnce)
          await creating.save({ body: { ...body, playerIds: batch } })
          setChargedCount(from + batch.length)
        }
        return playerIds.length
      }, handleChargedBefore)
      if (count !== undefined) showSnackbar({ text: t('charged', { count }), tone: 'success' })
      // Closes either way: the list shows what they owe, and a kept draft can be charged by opening the dialog again.
      close()
      return count !== undefined
    },
  })
  const { playerIds, amount } = form.values
  const instalments = toInstalments(form.values)
  return (
    <Form of={form} submit={t('charge')}>
      <Field label={t('feeName')} hint={t('feeNameHint')} required autoComplete="off" {...form.field('name')} />
      <MoneyField label={t('amountEach')} required {...form.field('amount')} />
      <DateField label={t('dueOn')} required {...form.field('dueOn')} />
      <Select
        label={t('instalments')}
        options={Array.from({ length: maxInstalments }, (_, i) => ({
          value: String(i + 1),
          label: i === 0 ? t('atOnce') : t('inParts', { count: i + 1 }),
        }))}
        {...form.field('parts')}
      />
      {instalments && (
        <ul className={styles.plan}>
          {instalments.map((part) => (
            <li key={part.dueOn}>{t('partDue', { sum: moneyText(part.amount), day: dateText(part.dueOn) })}</li>
          ))}
        </ul>
      )}
      <TextArea label={t('description')} limit={feeDescriptionLimit} {...form.field('description')} />
      <FeeBearerField {...form.field('bears')} />
      <ChargedPlayers players={players} {...form.field('playerIds')} />
      <Checkbox label={t('tellFamilies')} {...form.field('tell')} />
      <p role="status" className={styles.sum}>
        {form.saving && playerIds.length > maxChargedAtOnce
          ? t('charging', { done: chargedCount, count: playerIds.length })
          : t('chargeSum', { count: playerIds.length, sum: moneyText(playerIds.length * (amount ?? 0)) })}
      </p>
      {chargedCount > 0 && !form.saving && <Notice tone="warning">{t('chargedSome', { count: chargedCount })}</Notice>}
    </Form>
  )
}
