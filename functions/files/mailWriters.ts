import { fileNameLimit } from '#shared/rules/files.ts'
import { quoted } from '../mail/message.ts'
import type { Writer } from '../mail/writer.ts'
import { files } from '../table/files.ts'

/** Tells the sender which file was removed, and why; undefined once the file is gone with what it was attached to. */
const fileHarmful: Writer<'fileHarmful'> = async ({ fileId }, { say }) => {
  const file = await files.get({ fileId }, { consistent: true })
  if (file?.state !== 'harmful') return undefined
  const name = quoted(file.name, { max: fileNameLimit })
  return {
    subject: say(`File removed: “${name}”`, `Archivo eliminado: «${name}»`),
    paragraphs: [
      say(
        'We scan every file for malware and found some in a file you sent. The file was removed, and nobody can open it.',
        'Revisamos todos los archivos en busca de software malicioso y lo encontramos en uno que enviaste. El archivo se eliminó y nadie puede abrirlo.',
      ),
      say(
        'It may have come from someone else, or your device may be infected: please have it checked before you send the file again.',
        'Puede que te llegara de otra persona o que tu dispositivo esté infectado: haz que lo revisen antes de volver a enviar el archivo.',
      ),
    ],
    facts: [[say('File', 'Archivo'), name]],
  }
}

export const writers = { fileHarmful }
