/** The answer screen's texts in Spanish. */
import type { AnswerWords } from './answer-words.ts'

export const answerEs: AnswerWords = {
  heading: 'Falta un paso',
  headingWithoutButton: 'Qué hacer ahora',
  leadOneButton:
    'Todavía no se ha registrado para votar. Lea la información a continuación y use el botón para completar su registro.',
  leadTwoButtons:
    'Todavía no se ha registrado para votar. Lea la información a continuación y elija una de las dos formas de completar su registro.',
  leadWithoutButton:
    'Este formulario no le ha registrado para votar y no hay nada más que hacer en esta página. Siga las instrucciones a continuación.',
  sandbox: 'Esto es una práctica. No se envió nada a ninguna oficina electoral y no se ha registrado a nadie.',
  opens: ({ host }) => `Abre ${host}`,
  opensInNewTab: ({ host }) => `Abre ${host} en una pestaña nueva`,
  worksHours: ({ hours }) => `Este enlace funciona alrededor de ${hours} ${hours === 1 ? 'hora' : 'horas'} más.`,
  worksMinutes: ({ minutes }) =>
    `Este enlace funciona alrededor de ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} más.`,
  worksBriefly: 'Este enlace funciona menos de un minuto más.',
  expired: ({ label }) => `El enlace “${label}” ha vencido.`,
  freshLink: 'Obtener un enlace nuevo',
  freshLinkHeading: '¿Enviar su información otra vez?',
  freshLinkMeaning:
    'El enlace nuevo llega con una respuesta nueva. Para obtenerlo, enviamos por segunda vez al servicio de registro lo que usted escribió.',
  freshLinkYes: 'Sí, enviar otra vez',
  freshLinkNo: 'No, volver',
  refused: ({ label }) =>
    `“${label}” lleva a una dirección que no se puede abrir de forma segura, por eso aquí no hay un enlace.`,
  officialLink: 'Ir al sitio oficial de registro',
  startOver: 'Borrar esta página y empezar de nuevo',
  reference: ({ reference }) => `Referencia: ${reference}`,
}
