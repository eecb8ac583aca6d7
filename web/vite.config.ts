import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Addresses are relative: the server writes the base path into <base href>, so one build serves any path.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'third-party-licenses.txt' },
  },
  server: {
    proxy: { '/api': process.env.API ?? 'http://127.0.0.1:8090' },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'test-support/**/*.test.ts'],
    setupFiles: ['test-support/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
