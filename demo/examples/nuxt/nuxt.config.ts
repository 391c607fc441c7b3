export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  app: { head: { title: 'Register to vote', htmlAttrs: { lang: 'en' } } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('voter-') } },
})
