export const fakeApi = () => ({ name: "fake-api" });
