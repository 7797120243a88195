import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import {
  type AddOnOption,
  addOnFaults,
  addOnLimits,
  photoLimit,
  pictureFault,
} from '#shared/rules/registrations/addOns.ts'
import { ApiProblem, cacheKey, callApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import { FileDrop } from '../../kit/FileDrop.tsx'
import { Form } from '../../kit/form/Form.tsx'
import { useForm } from '../../kit/form/useForm.ts'
import { CloseIcon } from '../../kit/icons.tsx'
import { MoneyField, NumberField } from '../../kit/NumberField.tsx'
import { useKeptFocus } from '../../kit/useKeptFocus.ts'
import { newPart } from '../../api/newPart.ts'
import { ConflictNotice } from '../../shell/ConflictNotice.tsx'
import { putFile } from '../../api/putFile.ts'
import { clientSentences } from '../../problems/showProblem.ts'
import { smallPicture } from '../../kit/scaledJpeg.ts'
import { useSave } from '../../shell/useSave.ts'
import { useSaveAtRevision } from '../../shell/useVersionedSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { AddOn } from '../answers.ts'

const ADD_ONS = 'GET /rest-api/registration/add-ons/{registrationId}'

type Values = {
  addOnName: string
  description: string
  priceInCents: number | null
  addOns: { id: string; name: string; priceInCents: number | null }[]
  customerMustPurchaseAtLeast: number | null
  customerCanNotPurchaseMoreThan: number | null
  places: number | null
  fileMetadataId: string | null
  picture: readonly File[]
}

const toAddOnBody = ({ picture: _sent, ...values }: Values) => ({
  ...values,
  priceInCents: values.addOns.length > 0 ? 0 : (values.priceInCents ?? 0),
  addOns: values.addOns.map((kind): AddOnOption => ({ ...kind, priceInCents: kind.priceInCents ?? 0 })),
  customerMustPurchaseAtLeast: values.customerMustPurchaseAtLeast ?? 0,
})

type Props = { registrationId: string; addOn: AddOn | undefined; close: () => void }

export function AddOnForm({ registrationId, addOn, close }: Props) {
  const t = useTexts('registrations', english)
  const id = useRef(addOn?.id ?? `add-on-${newPart('')}`)
  const saving = { refreshes: [ADD_ONS], saved: t('savedAddOn') } as const
  const adding = useSave('POST /rest-api/registration/add-ons/{registrationId}', saving)
  const changing = useSave('PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}', saving)
  const { mutate } = useSWRConfig()
  const loadedRevision = useState(addOn?.revision ?? 0)
  const form = useForm<Values>({
    values: {
      addOnName: addOn?.addOnName ?? '',
      description: addOn?.description ?? '',
      priceInCents: addOn && addOn.addOns.length === 0 ? addOn.priceInCents : null,
      addOns: addOn?.addOns ?? [],
      customerMustPurchaseAtLeast: addOn?.customerMustPurchaseAtLeast ?? 0,
      customerCanNotPurchaseMoreThan: addOn?.customerCanNotPurchaseMoreThan ?? null,
      places: addOn?.places ?? null,
      fileMetadataId: addOn?.fileMetadataId ?? null,
      picture: [],
    },
    faults: (values) => ({
      ...addOnFaults(toAddOnBody(values)),
      picture: values.picture[0] && pictureFault(values.picture[0], photoLimit),
    }),
    fieldNames: { fileMetadataId: 'picture' },
    async save(values) {
      const [picture] = values.picture
      const fileMetadataId = picture
        ? await uploadPicture(organizationOf(registrationId), picture)
        : values.fileMetadataId
      const body = { ...toAddOnBody(values), fileMetadataId }
      if (addOn) {
        const { id: addOnId } = addOn
        const saveAtRevision = async (revision: number) => {
          const saved = await changing.save({ registrationId, addOnId, body: { ...body, revision } })
          return saved?.addOns.find((each) => each.id === addOnId)
        }
        if (!(await versioned.save(saveAtRevision))) return false
      } else await adding.save({ registrationId, body: { ...body, id: id.current } })
      close()
      return true
    },
  })
  const versioned = useSaveAtRevision(loadedRevision, {
    current: addOn?.revision ?? 0,
    isDirty: form.dirty,
    refetch: () => mutate(cacheKey(ADD_ONS, { registrationId })),
    resetForm: form.discard,
  })
  const kinds = form.values.addOns
  const kindsFieldset = useKeptFocus<HTMLFieldSetElement>()
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      <Field label={t('addOnName')} required autoComplete="off" {...form.field('addOnName')} />
      <Field label={t('optionDescription')} maxLength={addOnLimits.description} {...form.field('description')} />
      {kinds.length === 0 && <MoneyField label={t('price')} hint={t('zeroIsFree')} {...form.field('priceInCents')} />}
      <fieldset ref={kindsFieldset} tabIndex={-1} className={styles.choices}>
        <legend>{t('kinds')}</legend>
        <p className={styles.muted}>{t('kindsHint')}</p>
        {kinds.map((kind, i) => (
          <div key={kind.id} className={styles.row}>
            <Field label={t('kind')} required {...form.field(`addOns.${i}.name`)} />
            <MoneyField label={t('price')} {...form.field(`addOns.${i}.priceInCents`)} />
            <IconButton label={t('takeAway', { name: kind.name })} onClick={() => form.remove('addOns', i)}>
              <CloseIcon />
            </IconButton>
          </div>
        ))}
        <Button
          kind="quiet"
          flush
          onClick={() =>
            form.add('addOns', { id: `kind-${newPart('')}`, name: '', priceInCents: form.values.priceInCents })
          }
        >
          {t('addKind')}
        </Button>
      </fieldset>
      <div className={styles.pair}>
        <NumberField label={t('least')} hint={t('leastHint')} {...form.field('customerMustPurchaseAtLeast')} />
        <NumberField label={t('most')} hint={t('maxHint')} {...form.field('customerCanNotPurchaseMoreThan')} />
        <NumberField label={t('stock')} hint={t('stockHint')} {...form.field('places')} />
      </div>
      <FileDrop label={t('picture')} hint={t('pictureHint')} accept="image/jpeg" {...form.field('picture')} />
      {form.values.fileMetadataId !== null && (
        <Button kind="quiet" flush onClick={() => form.field('fileMetadataId').onChange(null)}>
          {t('removePicture')}
        </Button>
      )}
    </Form>
  )
}

/** Uploads a picture, scaled to what families see; returns its file id. */
async function uploadPicture(orgId: string, photo: File): Promise<string> {
  const picture = await smallPicture(photo)
  if (!picture)
    throw new ApiProblem('bad_request', 400, clientSentences.failed, [{ at: 'fileMetadataId', code: 'not_a_jpeg' }])
  const handledProblems = { handles: ['failures'] } as const
  const body = { name: picture.name, type: 'image/jpeg' as const, size: picture.size }
  const { fileId, url, headers } = await callApi('POST /rest-api/files/{orgId}', { orgId, body }, handledProblems)
  await putFile(url, headers, picture)
  await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, handledProblems)
  return fileId
}
