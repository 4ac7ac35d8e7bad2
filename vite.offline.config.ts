import { defineConfig } from 'vite'

/** Builds the script of pages that open from a disk: one classic script, since such pages cannot load modules. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/offline',
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    rollupOptions: {
      input: 'src/player/offline.ts',
      output: { format: 'iife', entryFileNames: 'lectern.js' },
    },
  },
})
