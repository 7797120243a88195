import { useState } from 'react'
import {
  type AddedProvider,
  addedProviders,
  keyFaults,
  payPalFaults,
  processorFaults,
  rateFaults,
  rateOf,
} from '#shared/rules/processors.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { MoneyField, NumberField } from '../kit/NumberField.tsx'
import { Select } from '../kit/Select.tsx'
import { newPart } from '../api/newPart.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import type { Account } from './answers.ts'
import english from './texts.en.json'

const refreshes = ['GET /rest-api/fee/payment-accounts/{orgId}/all'] as const
type RateValues = { percent: number | null; amount: number | null }
type ProcessorValues = RateValues & {
  provider: AddedProvider | ''
  email: string
  publicKey: string
  privateKey: string
}

/** Adds a processor: PayPal by its email address, FluidPay by its two keys. */
export function AddProcessor({ orgId, opened, close }: { orgId: string; opened: boolean; close: () => void }) {
  const t = useTexts('money', english)
  return (
    <Dialog opened={opened} close={close} title={t('addProcessor')}>
      {opened && <AddForm orgId={orgId} close={close} />}
    </Dialog>
  )
}

function AddForm({ orgId, close }: { orgId: string; close: () => void }) {
  const t = useTexts('money', english)
  // A retry after a lost response creates the same account.
  const [paymentAccountId] = useState(() => `${orgId}.${newPart('a')}`)
  const saved = t('processorAdded')
  const creating = useSave('POST /rest-api/fee/payment-accounts/create', { refreshes })
  const adding = useSave('POST /rest-api/fee/payment-accounts/create', { refreshes, saved })
  const connecting = useSave('POST /rest-api/fee/payment-accounts/paypal', { refreshes, saved })
  const handleSavedBefore = useSavedBefore(refreshes)
  const form = useForm<ProcessorValues>({
    values: { provider: 'PAYPAL', email: '', publicKey: '', privateKey: '', percent: 2.9, amount: 70 },
    faults: processorFaults,
    fieldNames: { fluidpayPublicKey: 'publicKey', fluidpayPrivateKey: 'privateKey' },
    async save({ provider, email, publicKey, privateKey, ...rateValues }) {
      if (provider === '') return false
      const { perMille, cents } = rateOf(rateValues)
      const rate = { feeInPermile: perMille, feeInCents: cents }
      const body = { paymentAccountId, paymentProviderName: provider, ...rate }
      try {
        if (provider === 'FLUIDPAY') {
          await adding.save({ body: { ...body, fluidpayPublicKey: publicKey, fluidpayPrivateKey: privateKey } })
        } else {
          await creating.save({ body: { ...body, email } })
          await connecting.save({ body: { paymentAccountId, email } })
        }
      } catch (error) {
        handleSavedBefore(error)
      }
      close()
      return true
    },
  })
  const { provider } = form.values
  return (
    <Form of={form} submit={t('add')}>
      <Select<AddedProvider>
        label={t('provider')}
        required
        options={addedProviders.map((value) => ({ value, label: t(value) }))}
        {...form.field('provider')}
      />
      {provider === 'FLUIDPAY' ? (
        <KeyFields
          publicKey={form.field('publicKey')}
          privateKey={form.field('privateKey')}
          hint={t('privateKeyHint')}
        />
      ) : (
        <Field label={t('payPalEmail')} type="email" required autoComplete="off" {...form.field('email')} />
      )}
      <NumberField label={t('percent')} digits={1} {...form.field('percent')} />
      <MoneyField label={t('feeAmount')} hint={t('rateExample')} {...form.field('amount')} />
    </Form>
  )
}

type Keys = { publicKey: string; privateKey: string }

/** Changes FluidPay's keys or PayPal's address. */
export function ChangeProcessor({ account, close }: { account: Account | undefined; close: () => void }) {
  const t = useTexts('money', english)
  const isFluidPay = account?.paymentProviderName === 'FLUIDPAY'
  return (
    <Dialog opened={account !== undefined} close={close} title={t(isFluidPay ? 'changeKeys' : 'changeAddress')}>
      {account &&
        (isFluidPay ? <KeysForm account={account} close={close} /> : <AddressForm account={account} close={close} />)}
    </Dialog>
  )
}

function KeysForm({ account: { paymentAccountId }, close }: { account: Account; close: () => void }) {
  const t = useTexts('money', english)
  const { save } = useSave('POST /rest-api/fee/payment-accounts/keys', { refreshes, saved: t('processorsUpdated') })
  const form = useForm<Keys>({
    values: { publicKey: '', privateKey: '' },
    faults: keyFaults,
    fieldNames: { fluidpayPublicKey: 'publicKey', fluidpayPrivateKey: 'privateKey' },
    async save({ publicKey, privateKey }) {
      await save({ body: { paymentAccountId, fluidpayPublicKey: publicKey, fluidpayPrivateKey: privateKey } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <KeyFields publicKey={form.field('publicKey')} privateKey={form.field('privateKey')} hint={t('newKeyHint')} />
    </Form>
  )
}

function AddressForm({ account, close }: { account: Account; close: () => void }) {
  const t = useTexts('money', english)
  const { paymentAccountId, emailAddress } = account
  const { save } = useSave('POST /rest-api/fee/payment-accounts/paypal', { refreshes, saved: t('processorsUpdated') })
  const form = useForm<{ email: string }>({
    values: { email: emailAddress ?? '' },
    faults: payPalFaults,
    async save({ email }) {
      await save({ body: { paymentAccountId, email } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <Field
        label={t('payPalEmail')}
        type="email"
        hint={t('newAddressHint')}
        required
        autoComplete="off"
        {...form.field('email')}
      />
    </Form>
  )
}

type FieldProps = ReturnType<ReturnType<typeof useForm<Keys>>['field']>
function KeyFields({ publicKey, privateKey, hint }: { publicKey: FieldProps; privateKey: FieldProps; hint: string }) {
  const t = useTexts('money', english)
  return (
    <>
      <Field label={t('publicKey')} required autoComplete="off" spellCheck={false} {...publicKey} />
      <Field label={t('privateKey')} type="password" hint={hint} required autoComplete="new-password" {...privateKey} />
    </>
  )
}

/** Edits a processor's rates. */
export function EditProcessor({ account, close }: { account: Account | undefined; close: () => void }) {
  const t = useTexts('money', english)
  return (
    <Dialog opened={account !== undefined} close={close} title={t('editProcessor')}>
      {account && <EditForm key={account.paymentAccountId} account={account} close={close} />}
    </Dialog>
  )
}

function EditForm({ account, close }: { account: Account; close: () => void }) {
  const t = useTexts('money', english)
  const { save } = useSave('POST /rest-api/fee/payment-accounts/update', { refreshes, saved: t('processorsUpdated') })
  const { paymentAccountId, processingFeePerMilli, processingFeeInCents } = account
  const form = useForm<RateValues>({
    values: { percent: processingFeePerMilli / 10, amount: processingFeeInCents },
    faults: rateFaults,
    async save(rateValues) {
      const { perMille, cents } = rateOf(rateValues)
      await save({ body: { paymentAccountId, feeInPermile: perMille, feeInCents: cents } })
      close()
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <NumberField label={t('percent')} digits={1} {...form.field('percent')} />
      <MoneyField label={t('feeAmount')} hint={t('rateExample')} {...form.field('amount')} />
    </Form>
  )
}
