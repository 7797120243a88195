import { longestAlt } from '#shared/rules/richText.ts'
import { check, longest, required } from '#shared/rules/faults.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import texts from './texts.en.json'
import type { usePictures } from './usePictures.ts'

/** Adds a picture with its alternative text. */
export function PictureDialog({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const t = useTexts('email', texts)
  return (
    <Dialog opened={pictures.isAsking} close={pictures.close} title={t('addPicture')}>
      <PictureForm pictures={pictures} />
    </Dialog>
  )
}

function PictureForm({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const t = useTexts('email', texts)
  const form = useForm({
    values: { photo: [] as readonly File[], alt: '' },
    secret: ['photo'],
    faults: ({ photo, alt }) => ({
      photo: photo.length === 0 ? { code: 'required' } : undefined,
      alt: check(alt, required, longest(longestAlt)),
    }),
    async save({ photo: [file], alt }) {
      const fault = file && (await pictures.add(file, alt))
      if (!fault) return undefined
      showSnackbar({ text: t(`picture_${fault}`), tone: 'danger' })
      return false
    },
  })
  return (
    <Form of={form} submit={t('addPicture')} aria-label={t('addPicture')}>
      <FileDrop label={t('photo')} hint={t('photoHint')} accept="image/*" required {...form.field('photo')} />
      <Field label={t('alt')} hint={t('altHint')} required {...form.field('alt')} />
    </Form>
  )
}
